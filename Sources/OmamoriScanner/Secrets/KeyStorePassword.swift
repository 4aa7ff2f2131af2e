import OmamoriCore
import OmamoriCrypto

/// Tries whether a PKCS #12 file opens without a password, or with one that everybody tries first.
///
/// Source: RFC 7292, section 4 and appendix B. Only the sum over the content is computed: nothing is decrypted. How often a
/// password is hashed is bounded, so that a file cannot keep the audit busy.
enum KeyStorePassword {
  private static let known = [
    "", "password", "changeit", "changeme", "secret", "test", "1234", "12345678", "0000",
  ]
  private static let rounds = 10_000

  /// The password of the store in `bytes` when it is empty or a known one.
  static func found(for bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    guard let store = DERValue(takenOff: &rest), store.parts.count == 3 else { return nil }
    let (safe, sum) = (store.parts[1].parts, store.parts[2].parts)
    guard safe.count == 2, let content = safe[1].parts.first, content.tag == 0x04, sum.count >= 2,
      sum[0].parts.count == 2, let name = sum[0].parts[0].parts.first, sum[1].tag == 0x04,
      sum[1].content.count <= 64
    else { return nil }
    let count = sum.count > 2 ? sum[2].content.reduce(0) { min($0 << 8 | Int($1), 1 << 24) } : 1
    guard (1...rounds).contains(count) else { return nil }
    func opens(_ password: [UInt8]) -> Bool {
      let expected = Array(sum[0].parts[1].content)
      switch Array(name.content) {
      case sha1:
        return isRight(
          Insecure.SHA1.self, block: 64, password, sum[1].content, count, content.content, expected)
      case sha256:
        return isRight(SHA256.self, block: 64, password, sum[1].content, count, content.content, expected)
      case sha512:
        return isRight(SHA512.self, block: 128, password, sum[1].content, count, content.content, expected)
      default: return false
      }
    }
    // Programs disagree on whether an empty password has the zeros at its end.
    if opens([]) { return "" }
    return known.first { password in opens(password.utf8.flatMap { [0, $0] } + [0, 0]) }
  }

  private static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
  private static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
  private static let sha512: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]

  private static func isRight<Hash: HashFunction>(
    _: Hash.Type, block: Int, _ password: [UInt8], _ salt: ArraySlice<UInt8>, _ count: Int,
    _ content: ArraySlice<UInt8>, _ expected: [UInt8]
  ) -> Bool {
    var key = [UInt8](repeating: 3, count: block) + filled(Array(salt), block) + filled(password, block)
    for _ in 0..<count { key = Array(Hash.hash(data: key)) }
    let code = HMAC<Hash>.authenticationCode(for: Array(content), using: SymmetricKey(data: key))
    return Array(code) == expected
  }

  /// The bytes as often as they fill whole blocks.
  private static func filled(_ bytes: [UInt8], _ block: Int) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let length = (bytes.count + block - 1) / block * block
    return (0..<length).map { bytes[$0 % bytes.count] }
  }
}
