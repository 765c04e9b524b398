"""The bundled Evening engine in tests."""

from cosim.engines import ROOT

ENGINE = ROOT / "rtl" / "evening" / "engine.toml"
