/// Where a verdict differs from the one of x509-limbo, and why.
enum LimboDifference {
  private static let noLists = "revocation lists are not read; a stapled status is"
  private static let onPurpose = "refused on purpose: the profile of the CA/Browser Forum says so"
  private static let names = "refused on purpose: CN=example.com is a host that the certificate is not for"

  static let all: [String: String] = [
    "crl::revoked-certificate-with-crl": noLists,
    "crl::crlnumber-missing": noLists,
    "crl::crlnumber-critical": noLists,
    "crl::issuer-missing-crlsign": noLists,
    "cve::cve-2024-0567":
      "the given anchor is signed by another root and names no key of it; rfc5280::aki::cross-signed-root-missing-aki asks for the opposite",
    "pathlen::max-chain-depth-1-self-issued":
      "OpenSSL counts authorities that have the name of their issuer, too",
    "pathlen::validation-ignores-pathlen-in-leaf": onPurpose,
    "rfc5280::eku::ee-without-eku": onPurpose,
    "rfc5280::ca-as-leaf": onPurpose,
    "rfc5280::nc::permitted-dns-match-noncritical":
      "webpki::nc::permitted-dns-match-noncritical asks for the opposite",
    "rfc5280::nc::permitted-dn-match": "the certificate is for no host, and only those of hosts are trusted",
    "rfc5280::nc::permitted-ipv4-match": names,
    "rfc5280::nc::permitted-ipv6-match": names,
    "webpki::san::exact-localhost-ip-san": names,
    "webpki::cn::case-mismatch":
      "names of hosts are compared without case (RFC 4343); authorities of companies write CN=SERVER01.example.com",
  ]
}
