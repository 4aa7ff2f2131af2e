import OmamoriCryptoKit

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
    /// An identity of age.
    case age

    /// Whether a password stands between the file and the key.
    package var isEncrypted: Bool {
      switch self {
      case .pem(let label): label.hasPrefix("ENCRYPTED")
      case .encryptedDER, .pkcs12, .javaKeyStore: true
      case .der, .putty, .age: false
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
      case .age: "age identity"
      }
    }
  }

  /// The private key in `bytes` with the bytes to point at; `nil` for certificates, public keys and anything else.
  package static func privateKey(in bytes: [UInt8]) -> (kind: Kind, range: Range<Int>)? {
    if let block = PrivateKeyText.blocks(in: bytes).first { return (.pem(block.label), block.range) }
    let whole = 0..<bytes.count
    if bytes.starts(with: [0xFE, 0xED, 0xFE, 0xED]) { return (.javaKeyStore, whole) }
    if bytes.starts(with: Array("PuTTY-User-Key-File-".utf8)) { return (.putty, whole) }
    if let line = ageIdentity(in: bytes) { return (.age, line) }
    return structure(of: bytes).map { ($0, whole) }
  }

  /// The first line of the file, after comments, that is an identity of age.
  private static func ageIdentity(in bytes: [UInt8]) -> Range<Int>? {
    var start = 0
    for line in bytes.prefix(65_536).split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "AGE-SECRET-KEY-1".utf8) { return start..<start + line.count }
      guard line.isEmpty || line.first == UInt8(ascii: "#") else { return nil }
      start += line.count + 1
    }
    return nil
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

/// A value of DER: its tag and its content.
struct DERValue {
  let tag: UInt8
  let content: ArraySlice<UInt8>

  /// Takes the first value off `bytes`; `nil` when it is not all there.
  init?(takenOff bytes: inout ArraySlice<UInt8>) {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard length <= bytes.count else { return nil }
    (self.tag, content) = (tag, bytes.prefix(length))
    bytes = bytes.dropFirst(length)
  }
}

/// Tries whether a PKCS #12 file opens without a password, or with one that everybody tries first.
///
/// How often passwords are hashed is bounded, for one file and for all, so that nobody's files keep the audit busy.
package struct KeyStorePassword {
  private static let known = [
    "", "password", "changeit", "changeme", "secret", "test", "1234", "12345678", "0000",
  ]
  /// A store that asks for more is not tried.
  private static let mostRounds = 10_000

  /// How often passwords may still be hashed; ordinary programs ask for 2,048 times.
  private(set) var remaining = 2_000_000

  package init() {}

  /// The password of the store in `bytes` when it is empty or a known one.
  package mutating func found(for bytes: [UInt8]) -> String? {
    #if canImport(Darwin)
    return nil
    #else
    guard let store = PKCS12Store(bytes), store.rounds <= Self.mostRounds else { return nil }
    for password in [nil] + Self.known {
      guard remaining >= store.rounds else { return nil }
      remaining -= store.rounds
      if store.isMade(with: password) { return password ?? "" }
    }
    return nil
    #endif
  }
}

/// Finds PEM blocks of private keys in source text, also when they are split into several literals.
package enum PrivateKeyText {
  /// A block.
  package struct Block {
    /// What the first line says: `EC PRIVATE KEY`.
    package let label: String
    /// From the first line to the last.
    package let range: Range<Int>
  }

  /// Every block with a body that can be a key; a first line alone, as in code that reads keys, is none.
  package static func blocks(in bytes: [UInt8]) -> [Block] {
    var blocks: [Block] = []
    var index = 0
    while let start = find(begin, in: bytes, from: index) {
      index = start + begin.count
      guard let (label, bodyStart) = label(in: bytes, from: index), label.contains("PRIVATE KEY") else {
        continue
      }
      guard let end = bodyEnd(in: bytes, from: bodyStart) else { continue }
      blocks.append(Block(label: label, range: start..<end))
      index = end
    }
    return blocks
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let dashes = Array("-----".utf8)

  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == first, bytes[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
      index += 1
    }
    return nil
  }

  private static func label(in bytes: [UInt8], from start: Int) -> (String, Int)? {
    var end = start
    while end < min(bytes.count, start + 40), (0x41...0x5A).contains(bytes[end]) || bytes[end] == 0x20 {
      end += 1
    }
    guard end + 5 <= bytes.count, bytes[end..<(end + 5)].elementsEqual(dashes) else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self), end + 5)
  }

  /// Reads base64 and what source code puts between it: quotes, `+`, commas, escaped line ends, comments aside.
  private static func bodyEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var count = 0
    var seen: Set<UInt8> = []
    var index = start
    while index < min(bytes.count, start + 65_536) {
      let byte = bytes[index]
      switch byte {
      case 0x5C:
        // An escape such as `\n`, also doubled.
        index += 1
        while index < bytes.count, bytes[index] == 0x5C { index += 1 }
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D:
        count += 1
        seen.insert(byte)
      case 0x2D where index + 5 <= bytes.count && bytes[index..<(index + 5)].elementsEqual(dashes):
        guard count >= 40, seen.count >= 16 else { return nil }
        let tail = label(in: bytes, from: index + 5)
        return tail?.1 ?? index + 5
      case 0x00...0x20, 0x22, 0x27, 0x2C, 0x40, 0x2D, 0x3A: break
      default: return nil
      }
      index += 1
    }
    return nil
  }
}
