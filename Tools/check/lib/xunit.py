"""Prints `PASSED FAILED SKIPPED` of the reports that `swift test --xunit-output` wrote."""

import re
import sys
import xml.etree.ElementTree as ElementTree


def report(path):
    """The report without the control characters that a message of a test may have and XML may not."""
    with open(path, "rb") as file:
        return ElementTree.fromstring(re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", file.read()))


cases = [case for path in sys.argv[1:] for case in report(path).iter("testcase")]
failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
skipped = sum(1 for case in cases if case.find("skipped") is not None)
print(len(cases) - failed - skipped, failed, skipped)
