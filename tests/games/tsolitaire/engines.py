"""The bundled Tsolitaire engine in tests."""

from cosim.engines import ROOT

ENGINE = ROOT / "rtl" / "tsolitaire" / "engine.toml"
