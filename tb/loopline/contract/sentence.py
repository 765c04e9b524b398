"""Sentences that say what is wrong: "Winner is White; the model says Red". Terminal, page, JSON and JUnit share them.

Each sentence names what it is about, what the hardware has and what the model has, and never the same words twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from loopline.signals import Layout, Streams


def of(subject: str, found: str, expected: str, is_: str = "is") -> str:
    """Return the sentence: the subject "is" this; the model says that.

    Args:
        subject: What the sentence is about.
        found: What the hardware has.
        expected: What the model has.
        is_: The verb.
    """
    return f"{subject} {is_} {found}; the model says {expected}"


def of_field(streams: Streams, name: str, expected: int, found: int, subject: str = "", is_: str = "is") -> str:
    """Return the sentence on a field that has another value than in the model.

    Args:
        streams: What the ports carry.
        name: The name of the field.
        expected: The model's value.
        found: The hardware's value.
        subject: What the field says something of; by default its own name.
        is_: The verb.
    """
    if name == "reason" and not subject:
        return _of_reason(streams, expected, found)
    want, got = _told_apart(streams, name, expected, found)
    if want.startswith("the ") and got.startswith("the "):  # a clause: "the game is over"
        return f"{_capital(got)}; the model says {want}"
    return of(_capital(subject or name.replace("_", " ")), got, want, is_)


def of_ports(
    streams: Streams, prefix: str, layout: Layout, expected: int, found: int, cycle: int
) -> tuple[str, str, str, str]:
    """Return how packed ports differ from the prediction: the signal, its value expected and found, and the sentence.

    Args:
        streams: What the ports carry.
        prefix: How the names of these ports begin; empty for those of the handshake.
        layout: How the ports are packed.
        expected: The prediction.
        found: What was recorded, which is something else.
        cycle: Of both.
    """
    name, want, got = layout.differences(expected, found)[0]
    signal = f"{prefix}{name}"
    if prefix:
        says = of_field(streams, name, want, got, subject="" if prefix == "vp_state." else signal)
    else:
        says = of(f"In cycle {cycle:,} {signal}", str(got), str(want))
    return signal, streams.describe(name, want), streams.describe(name, got), says


def of_event(streams: Streams, event: tuple[int, ...], near: tuple[int, ...], words: str, due: Sequence[str]) -> str:
    """Return the sentence on an event that is not due.

    Args:
        streams: What the ports carry.
        event: Its fields.
        near: Those of the event that is due and has most in common with it.
        words: The event in the words of the game.
        due: Those that are due in the words of the game, in quotation marks.
    """
    if f'"{words}"' not in due:
        return of("Event", f'"{words}"', either(due))
    fields = zip(streams.happened.names, near, event, strict=True)
    name, want, got = next((name, want, got) for name, want, got in fields if want != got)
    return of_field(streams, name, want, got, f'In the event "{words}" {name}')


def either(words: Sequence[str]) -> str:
    """Return these, of which one is right."""
    return " or ".join(words)


def _told_apart(streams: Streams, name: str, *values: int) -> list[str]:
    """Return values as a sentence has them: "White", not "1, White"; with numbers, if their words are the same."""
    words = [_in_words(streams, name, value) for value in values]
    if len({*words}) == len(words):
        return words
    return [f"{word} ({value:#x})" for word, value in zip(words, values, strict=True)]


def _in_words(streams: Streams, name: str, value: int) -> str:
    words = streams.describe(name, value)
    number, _, word = words.partition(", ")
    return word if number.isdigit() and word and not word.startswith("which ") else words


def _of_reason(streams: Streams, expected: int, found: int) -> str:
    want, got = _told_apart(streams, "reason", expected, found)
    if not found:
        return f"The request is accepted; the model refuses it: {want}"
    if not expected:
        return f"The request is refused: {got}; the model accepts it"
    return f"The request is refused: {got}; the model says: {want}"


def _capital(text: str) -> str:
    """Return a sentence's beginning with a capital letter, if it begins with a word and not with the name of a port."""
    return text if "_" in text.partition(" ")[0] else text[:1].upper() + text[1:]
