import OmamoriCore

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Digests and documents for tests about formats of pins.
enum PinDocumentFixtures {
  /// The Base64 of 32 equal bytes.
  static func base64(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

  static func pin(
    _ byte: UInt8, _ role: CertificatePin.Role = .primary, _ kind: CertificatePin.Kind = .publicKey
  ) throws -> CertificatePin {
    try CertificatePin(kind, digest: Data(repeating: byte, count: 32), role: role)
  }

  static func pins(_ bytes: UInt8...) throws -> [CertificatePin] {
    try bytes.enumerated().map { try pin($1, $0 == 0 ? .primary : .backup) }
  }

  static func hosts(
    _ host: String, _ scope: PinnedHosts.Scope = .host, leaf: [CertificatePin]? = nil,
    authorities: [CertificatePin]? = nil,
    anywhere: [CertificatePin]? = nil, expiry: Date? = nil, reports: [String] = [],
    mode: PinSet.Mode = .enforced
  ) throws -> PinnedHosts {
    try PinnedHosts(
      HostName(host), scope: scope, leaf: leaf, authorities: authorities, anywhere: anywhere,
      expiry: expiry, reportURIs: reports, mode: mode)
  }

  static let pinnedDomains = """
    <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>
    <key>Example.com</key><dict>
      <key>NSIncludesSubdomains</key><true/>
      <key>NSPinnedCAIdentities</key><array>
        <dict><key>SPKI-SHA256-BASE64</key><string>\(base64(1))</string></dict>
        <dict><key>SPKI-SHA256-BASE64</key><string>\(base64(2))</string></dict>
      </array></dict>
    <key>api.example.com</key><dict>
      <key>NSPinnedLeafIdentities</key><array>
        <dict><key>SPKI-SHA256-BASE64</key><string>\(base64(3))</string></dict>
        <dict><key>SPKI-SHA256-BASE64</key><string>AAAA</string></dict>
      </array></dict>
    </dict></dict></dict></plist>
    """

  static let trustKit = """
    <plist version="1.0"><dict><key>TSKConfiguration</key><dict><key>kTSKPinnedDomains</key><dict>
    <key>example.com</key><dict>
      <key>kTSKIncludeSubdomains</key><true/>
      <key>kTSKPublicKeyHashes</key><array>
        <string>\(base64(1))</string><string>\(base64(2))</string></array>
      <key>kTSKExpirationDate</key><string>2027-03-15</string>
      <key>kTSKReportUris</key><array><string>https://reports.example.net/pins</string></array>
      <key>kTSKDisableDefaultReportUri</key><true/>
    </dict>
    <key>beta.example.com</key><dict>
      <key>kTSKEnforcePinning</key><false/>
      <key>kTSKPublicKeyHashes</key><array><string>\(base64(4))</string></array></dict>
    <key>www.example.com</key><dict><key>kTSKExcludeSubdomainFromParentPolicy</key><true/></dict>
    </dict></dict></dict></plist>
    """

  static let android = """
    <?xml version="1.0" encoding="utf-8"?>
    <network-security-config>
      <debug-overrides><trust-anchors><certificates src="user"/></trust-anchors></debug-overrides>
      <domain-config cleartextTrafficPermitted="false">
        <domain includeSubdomains="true">example.com</domain>
        <domain>example.org</domain>
        <pin-set expiration="2027-03-15">
          <pin digest="SHA-256">\(base64(1))</pin>
          <pin digest="SHA-256">
            \(base64(2))
          </pin>
        </pin-set>
        <domain-config><domain includeSubdomains="true">inner.example.com</domain></domain-config>
      </domain-config>
      <domain-config><domain includeSubdomains="true">free.example.com</domain></domain-config>
    </network-security-config>
    """

  static let okHttp = """
    // The pins of the shop.
    val pinner = CertificatePinner.Builder()
        .add("example.com", "sha256/\(base64(1))") /* in use */
        .add("*.example.com",
             "sha256/\(base64(1))", "sha256/\(base64(2))")
        .add("example.com", "sha256/\(base64(2))")
        .add("**.example.org", "sha256/\(base64(3))", "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        .build()
    """

  static let curl = """
    # two hosts
    curl --pinnedpubkey 'sha256//\(base64(1));sha256//\(base64(2))' https://example.com:8443/path
    curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, "sha256//\(base64(3))"); // https://api.example.com/
    """
}
