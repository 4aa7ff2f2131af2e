import OmamoriCore
package import OmamoriCrypto

/// What one server presented, or what became of it when it was validated.
package struct ServedChain: Sendable, Hashable {
  /// The server.
  package let host: HostName
  /// The certificates, the server's own first.
  package let certificates: [Certificate]
  /// Whether the certificates are a validated chain; else nothing says that the server is the right one.
  package let isValidated: Bool

  /// Takes a validated chain.
  package init(_ host: HostName, _ chain: TrustedChain) {
    (self.host, certificates, isValidated) = (host, chain.certificates, true)
  }

  /// Takes what a server presented; nothing about it is verified.
  ///
  /// - Parameters:
  ///   - host: The server.
  ///   - chain: What it presented. Certificates that cannot be read end it.
  package init(_ host: HostName, unverified chain: PresentedChain) {
    self.host = host
    var certificates: [Certificate] = []
    for der in chain.unverifiedCertificates {
      guard let certificate = try? Certificate(derRepresentation: der) else { break }
      certificates.append(certificate)
    }
    (self.certificates, isValidated) = (certificates, false)
  }
}

/// The readable parts of a name in a certificate (RFC 5280, section 4.1.2.4).
///
/// They are shown to people and never compared with anything that decides.
struct DistinguishedName {
  /// The organisation (2.5.4.10), if there is one.
  private(set) var organization: String?
  /// The common name (2.5.4.3), if there is one.
  private(set) var commonName: String?

  /// Reads a name that a certificate's reader has found to be well-formed; what is not understood is left out.
  init(_ der: Data) {
    let bytes = Array(der)
    guard let sequence = Self.element(bytes[...], 0x30)?.content else { return }
    var sets = sequence
    while let set = Self.element(sets, 0x31) {
      sets = set.rest
      var attributes = set.content
      while let attribute = Self.element(attributes, 0x30) {
        attributes = attribute.rest
        guard let type = Self.element(attribute.content, 0x06) else { continue }
        switch Array(type.content) {
        case [0x55, 0x04, 0x0A]: organization = organization ?? Self.text(type.rest)
        case [0x55, 0x04, 0x03]: commonName = commonName ?? Self.text(type.rest)
        default: break
        }
      }
    }
  }

  /// What people call the authority.
  var label: String { organization ?? commonName ?? "" }

  /// UTF8String, PrintableString and IA5String; characters that could disturb a terminal are left out.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    for tag: UInt8 in [0x0C, 0x13, 0x16] {
      guard let value = element(bytes, tag) else { continue }
      let text = String(decoding: value.content.prefix(256), as: UTF8.self)
      return String(
        text.unicodeScalars.filter {
          $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && !(0x2028...0x202E).contains($0.value)
            && !(0x2066...0x2069).contains($0.value)
        })
    }
    return nil
  }

  private static func element(
    _ bytes: ArraySlice<UInt8>, _ tag: UInt8
  ) -> (content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard bytes.first == tag, bytes.count >= 2 else { return nil }
    var start = bytes.startIndex + 2
    var length = Int(bytes[bytes.startIndex + 1])
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...3).contains(count), bytes.endIndex - start >= count else { return nil }
      length = bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
      start += count
    }
    guard bytes.endIndex - start >= length else { return nil }
    return (bytes[start..<(start + length)], bytes[(start + length)...])
  }
}
