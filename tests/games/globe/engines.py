"""The bundled engine of the Globe in tests."""

from cosim.engines import ROOT

ENGINE = ROOT / "rtl" / "globe" / "engine.toml"
