"""Prints `PASSED FAILED SKIPPED` of the reports that `swift test --xunit-output` wrote."""

import sys
import xml.etree.ElementTree as ElementTree

cases = [case for report in sys.argv[1:] for case in ElementTree.parse(report).iter("testcase")]
failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
skipped = sum(1 for case in cases if case.find("skipped") is not None)
print(len(cases) - failed - skipped, failed, skipped)
