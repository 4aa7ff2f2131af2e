"""Chains in which an authority, or a root, has one key and two roots have signed it."""
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from certificates import DAY, HOST, NOW, case, issue, p256


def add():
    root = issue("Example Root", authority=True, days=3650)
    other = issue("Other Root", authority=True, days=3650)
    middle = issue("Example Authority", root, authority=True, path=0, days=1800)
    good = issue(HOST, middle)
    cross_key = p256()

    def crossing(signer, **options):
        return issue("Crossing Authority", signer, key=cross_key, authority=True, **options)

    first, second = crossing(root), crossing(other)
    crossed = issue(HOST, first)
    case("crossing", [root, other], [crossed, first, second])
    case("crossing, the second first", [root, other], [crossed, second, first])
    case("crossing, the second root unknown", [root], [crossed, first, second, other])
    faded_crossing = crossing(other, begin=NOW - 900 * DAY, days=800)
    case("crossing, the second expired", [root, other], [crossed, first, faded_crossing])
    narrow_crossing = crossing(other, extra=[(x509.NameConstraints([x509.DNSName("example.org")], None), True)])
    case("crossing, the second for other names", [root, other], [crossed, first, narrow_crossing])
    case("crossing, the second root only sent", [root], [crossed, first, other])
    root_by_other = issue("Example Root", other, key=root.key, authority=True)
    case("crossing roots", [root, other], [good, middle, root_by_other])
    case("crossing roots, out of order", [root, other], [good, root_by_other, middle])
    case("appended root", [root, other], [good, middle, other])
    case("appended authority", [root, other], [good, middle, crossing(other, digest=hashes.SHA384())])
