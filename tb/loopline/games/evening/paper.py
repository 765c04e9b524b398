"""Evening on paper: its records, and its pictures as text and as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from loopline.contract.paper import Location, Options, Remark, integer_option, one_of
from loopline.games.paper import ModelPaper, ModelReplay

if TYPE_CHECKING:
    from goldenrules.evening import Position, RuleSet
    from goldenrules.lines import Paragraph


class _ReplayedGame(ModelReplay):
    """A record from a file, played to its end or up to its first wrong word."""

    model = "goldenrules.evening"

    position: Position

    def __init__(self, text: Paragraph, rules: RuleSet) -> None:
        super().__init__(text, rules)
        self.remarks = self._other_rules(rules)

    def _other_rules(self, rules: RuleSet) -> Sequence[Remark]:
        """Return a remark if the rules that the user asked for do not apply."""
        from goldenrules.evening import STANDARD

        found = self.position.rules
        if rules in (STANDARD, found):
            return ()
        return [
            Remark(Location(self.line, 1), "", f"the game says its own rules: {found}; not those of --rules: {rules}")
        ]

    @property
    def facts(self) -> Mapping[str, object]:
        from goldenrules.evening import BLACK, COLOUR_NAMES, WHITE, board_text
        from goldenrules.evening.captions import how

        position, rules = self.position, self.position.rules
        return {
            "winner": COLOUR_NAMES[position.winner] if position.winner else None,
            "how": (position.called[1] if position.called else how(position)) if position.over else None,
            "leader": COLOUR_NAMES[position.leader],
            "moves": len(position.turns),
            "side": rules.side,
            "rule": rules.rule.value,
            "protocol": rules.protocol.value,
            "white": position.sizes(WHITE),
            "black": position.sizes(BLACK),
            "board": board_text(position),
        }


class _Paper(ModelPaper["RuleSet"]):
    """Evening as `check`, `show` and `perft` take it."""

    name, suffix = "evening", ".evening"
    model, replayed = "goldenrules.evening", _ReplayedGame
    hardware = "loopline.games.evening.game:GAME"
    columns = ("sequences", "ended")

    @property
    def rules(self) -> Options[RuleSet]:
        """Return the options side, rule and protocol."""
        from goldenrules.evening import STANDARD, Protocol, Rule, RuleSet

        def made(side: int, rule: str, protocol: str) -> RuleSet:
            return RuleSet(side, Rule(rule), Protocol(protocol))

        return Options(
            made,
            side=integer_option(STANDARD.side, 2, 6),
            rule=one_of(*(rule.value for rule in Rule)),
            protocol=one_of(*(protocol.value for protocol in Protocol)),
        )


PAPER = _Paper()
