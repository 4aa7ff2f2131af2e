/// What a file of keys or certificates holds, judged by its bytes and never by its name.
package enum KeyFile {
  /// A form in which private keys are kept.
  package enum Kind: Equatable {
    /// Text with a first line such as `-----BEGIN EC PRIVATE KEY-----`; what stands in the line.
    case pem(String)
    /// PKCS #8, PKCS #1 or SEC 1 in DER.
    case der
    /// PKCS #8 in DER, with a password.
    case encryptedDER
    /// PKCS #12: a key and its certificates, with a password.
    case pkcs12
    /// A key store of Java.
    case javaKeyStore
    /// A key of PuTTY.
    case putty

    /// Whether a password stands between the file and the key.
    package var isEncrypted: Bool {
      switch self {
      case .pem(let label): label.hasPrefix("ENCRYPTED")
      case .encryptedDER, .pkcs12, .javaKeyStore: true
      case .der, .putty: false
      }
    }

    /// What it is called.
    package var title: String {
      switch self {
      case .pem(let label): label.capitalizedWords
      case .der: "private key (DER)"
      case .encryptedDER: "encrypted private key (DER)"
      case .pkcs12: "PKCS #12 key store"
      case .javaKeyStore: "Java key store"
      case .putty: "PuTTY private key"
      }
    }
  }

  /// The private key in `bytes` with the bytes to point at; `nil` for certificates, public keys and anything else.
  package static func privateKey(in bytes: [UInt8]) -> (kind: Kind, range: Range<Int>)? {
    if let block = PrivateKeyText.blocks(in: bytes).first { return (.pem(block.label), block.range) }
    let whole = 0..<bytes.count
    if bytes.starts(with: [0xFE, 0xED, 0xFE, 0xED]) { return (.javaKeyStore, whole) }
    if bytes.starts(with: Array("PuTTY-User-Key-File-".utf8)) { return (.putty, whole) }
    return structure(of: bytes).map { ($0, whole) }
  }

  // MARK: DER

  private static func structure(of bytes: [UInt8]) -> Kind? {
    var rest = bytes[...]
    guard let outer = DERValue(takenOff: &rest), outer.tag == 0x30, rest.count <= 2 else { return nil }
    var inner = outer.content
    guard let first = DERValue(takenOff: &inner), let second = DERValue(takenOff: &inner) else { return nil }
    switch (first.tag, second.tag) {
    case (0x30, 0x04):
      // SEQUENCE { algorithm with PBES1 or PBES2 }, OCTET STRING
      var algorithm = first.content
      guard let name = DERValue(takenOff: &algorithm), name.tag == 0x06, name.content.starts(with: pkcs5)
      else {
        return nil
      }
      return .encryptedDER
    case (0x02, 0x30):
      let version = first.content
      if version.elementsEqual([3]) {
        var content = second.content
        guard let name = DERValue(takenOff: &content), name.tag == 0x06, name.content.starts(with: pkcs7)
        else {
          return nil
        }
        return .pkcs12
      }
      guard version.elementsEqual([0]) || version.elementsEqual([1]), let key = DERValue(takenOff: &inner),
        key.tag == 0x04
      else { return nil }
      return key.content.count >= 32 ? .der : nil
    case (0x02, 0x02):
      // RSAPrivateKey: version 0 and eight numbers; a public key has two numbers alone.
      guard first.content.elementsEqual([0]), second.content.count >= 64,
        let third = DERValue(takenOff: &inner),
        third.tag == 0x02,
        let fourth = DERValue(takenOff: &inner), fourth.tag == 0x02
      else { return nil }
      return fourth.content.count >= 64 ? .der : nil
    case (0x02, 0x04):
      return first.content.elementsEqual([1]) && [32, 48, 66].contains(second.content.count) ? .der : nil
    default: return nil
    }
  }

  /// 1.2.840.113549.1.5 and 1.2.840.113549.1.7.
  private static let pkcs5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05]
  private static let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
}

extension String {
  /// `EC PRIVATE KEY` as `EC private key`.
  fileprivate var capitalizedWords: String {
    split(separator: " ").map { ["RSA", "EC", "DSA", "PGP"].contains($0) ? String($0) : $0.lowercased() }
      .joined(separator: " ").replacing("openssh", with: "OpenSSH")
  }
}
