import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct AnchorFileTests {
  static func read(_ text: String) throws(TransportError) -> [String] {
    let known = [
      SampleChain.leafCertificate: "leaf", SampleChain.authorityCertificate: "authority",
      SampleChain.rootCertificate: "root",
    ]
    return try TrustAnchors.certificates(in: Data(text.utf8)).map {
      known[Data($0.fingerprint).base64EncodedString()] ?? "unknown"
    }
  }

  @Test func bundles() throws {
    let (root, authority) = (SampleChain.root, SampleChain.authority)
    #expect(try Self.read(root) == ["root"])
    #expect(try Self.read(root + "\n" + authority + "\n") == ["root", "authority"])
    #expect(
      try Self.read("# Roots\n\nSample Root\n===\n\(root)\n\nmore\n\(authority)\n# end") == [
        "root", "authority",
      ])
    #expect(try Self.read(root + "\n" + root) == ["root"], "twice is once")
    #expect(try Self.read((root + "\n" + authority).replacing("\n", with: "\r\n")) == ["root", "authority"])
    #expect(try Self.read(root.replacing("\n", with: "  \n")) == ["root"])
  }

  @Test func onlyAndInAddition() throws {
    let root = try Certificate(pemRepresentation: SampleChain.root)
    let file = Data(SampleChain.root.utf8)
    #expect(try TrustAnchors.only(in: file) == .only([root]))
    #expect(try TrustAnchors.systemAnd(in: file) == .systemAnd([root]))
    #expect(try TrustAnchors.only(in: root.derRepresentation) == .only([root]))
  }

  @Test(arguments: [
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "-----END CERTIFICATE-----",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----BEGIN CERTIFICATE-----",
    "-----BEGIN TRUSTED CERTIFICATE-----\nAAAA\n-----END TRUSTED CERTIFICATE-----",
    "-----BEGIN CERTIFICATE-----\n****\n-----END CERTIFICATE-----",
    "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END PRIVATE KEY-----",
  ])
  func malformed(_ text: String) {
    #expect(throws: TransportError.policy(.malformedAnchor)) { try Self.read(text) }
    #expect(throws: TransportError.policy(.malformedAnchor)) { try Self.read(SampleChain.root + "\n" + text) }
  }

  @Test func nothingInIt() {
    for text in ["", "\n", "no certificate here", "0"] {
      #expect(throws: TransportError.policy(.noAnchors)) { try Self.read(text) }
    }
  }

  @Test func derIsReadToItsEnd() throws {
    let der = try Certificate(pemRepresentation: SampleChain.root).derRepresentation
    #expect(throws: TransportError.policy(.malformedAnchor)) { try TrustAnchors.certificates(in: der + [0]) }
    #expect(throws: TransportError.policy(.malformedAnchor)) {
      try TrustAnchors.certificates(in: der.dropLast())
    }
  }

  @Test func bounds() throws {
    let lines = String(repeating: "\n", count: TrustAnchors.greatestBundleSize)
    #expect(throws: TransportError.policy(.noAnchors)) { try Self.read(lines) }
    #expect(throws: TransportError.policy(.tooManyAnchors)) { try Self.read(lines + "\n") }
    let opened = "-----BEGIN CERTIFICATE-----\n" + lines.dropLast(40)
    #expect(throws: TransportError.policy(.malformedAnchor)) { try Self.read(opened) }
  }

  @Test func count() throws {
    // The same certificate with other serial numbers; nobody looks at signatures here.
    let root = try Certificate(pemRepresentation: SampleChain.root)
    let place = try #require(root.derRepresentation.firstRange(of: root.serialNumber))
    var texts: [String] = []
    for number in 0...TrustAnchors.greatestBundleCount {
      var der = root.derRepresentation
      der[place.upperBound - 1] = UInt8(truncatingIfNeeded: number)
      der[place.upperBound - 2] = UInt8(truncatingIfNeeded: number >> 8)
      texts.append(try Certificate(derRepresentation: der).pemRepresentation)
    }
    #expect(throws: TransportError.policy(.tooManyAnchors)) { try Self.read(texts.joined(separator: "\n")) }
    let allowed = try Self.read(texts.dropLast().joined(separator: "\n"))
    #expect(allowed.count == TrustAnchors.greatestBundleCount)
  }
}
