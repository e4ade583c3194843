"""A check as JUnit XML, which most test servers and editors read."""

from __future__ import annotations

from xml.etree import ElementTree

from stolik.check.forms.plain import details
from stolik.check.telling import Checked, Telling
from stolik.check.verdicts import Verdict
from stolik.check.words import Words

_FAILS = (Verdict.FAIL, Verdict.UNSTEADY)


def as_junit(checked: Checked, words: Words) -> str:
    """The whole check: a case for each scenario; advice and what is allowed pass, with their words as output."""
    fails = sum(one.verdict in _FAILS for one in checked.results)
    skipped = sum(one.verdict is Verdict.NOT_REACHED for one in checked.results)
    suite = ElementTree.Element(
        "testsuite",
        name=f"stolik check {checked.what}",
        tests=str(len(checked.results)),
        failures=str(fails),
        skipped=str(skipped),
        time=f"{checked.seconds:.1f}",
    )
    for one in checked.results:
        suite.append(_case(checked, one, words))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _case(checked: Checked, one: Telling, words: Words) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase", classname=f"{checked.what}.{one.topic}", name=one.scenario, time=f"{one.seconds:.3f}"
    )
    if one.verdict in _FAILS:
        fault = ElementTree.SubElement(case, "failure", message=_xml(one.title), type=one.verdict.value)
        fault.text = _xml(details(one, words))
    elif one.verdict is Verdict.NOT_REACHED:
        ElementTree.SubElement(case, "skipped", message=_xml("; ".join(one.remarks)))
    elif one.remarks:
        said = ElementTree.SubElement(case, "system-out")
        said.text = _xml("\n".join(f"{words(one.verdict.value)}: {remark}" for remark in one.remarks))
    return case


def _xml(text: str) -> str:
    """The text without the characters that XML cannot have."""
    return "".join(char for char in text if char in "\t\n" or char >= " ")
