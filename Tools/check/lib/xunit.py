"""Prints `PASSED FAILED SKIPPED` of a report that `swift test --xunit-output` wrote."""

import sys
import xml.etree.ElementTree as ElementTree

cases = list(ElementTree.parse(sys.argv[1]).iter("testcase"))
failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
skipped = sum(1 for case in cases if case.find("skipped") is not None)
print(len(cases) - failed - skipped, failed, skipped)
