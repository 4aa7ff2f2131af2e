import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RandomStatusIgnoredTests {
  @Test(arguments: [
    """
    func salt() -> [UInt8] {
      var salt = [UInt8](repeating: 0, count: 16)
      ⟦SecRandomCopyBytes(kSecRandomDefault, salt.count, &salt)⟧
      return salt
    }
    """,
    """
    var nonce = Data(count: 12)
    _ = nonce.withUnsafeMutableBytes { buffer in
      _ = ⟦SecRandomCopyBytes(kSecRandomDefault, 12, buffer.baseAddress!)⟧
    }
    """,
    """
    final class Keys {
      static func make() -> Data {
        var bytes = [UInt8](repeating: 0, count: 32)
        let _ = bytes
        _ = ⟦SecRandomCopyBytes(
          kSecRandomDefault,
          bytes.count,
          &bytes)⟧
        return Data(bytes)
      }
    }
    """,
    """
    func nonce() -> [UInt8] {
      var nonce = [UInt8](repeating: 0, count: 12)
      ⟦CCRandomGenerateBytes(&nonce, nonce.count)⟧
      return nonce
    }
    """,
    """
    func challenge() -> Data {
      var bytes = [UInt8](repeating: 0, count: 16)
      let status = ⟦SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)⟧
      print("status \\(status)")
      return Data(bytes)
    }
    """,
  ])
  func speaks(_ source: String) { expect(RandomStatusIgnored.self, in: source) }

  @Test(arguments: [
    "guard SecRandomCopyBytes(kSecRandomDefault, 16, &salt) == errSecSuccess else { throw Failure.random }",
    """
    let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
    if status != errSecSuccess { return nil }
    """,
    "let status = key.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 32, $0.baseAddress!) }",
    "func fill(_ p: UnsafeMutableRawPointer) -> Int32 { SecRandomCopyBytes(kSecRandomDefault, 32, p) }",
  ])
  func isSilent(_ source: String) { expect(RandomStatusIgnored.self, in: source) }

  @Test func speaksAboutObjectiveC() {
    let text = """
      @implementation Keys
      - (NSData *)newKey {
        NSMutableData *key = [NSMutableData dataWithLength:32];
        (void)⟦SecRandomCopyBytes(kSecRandomDefault, 32, key.mutableBytes)⟧;
        return key;
      }
      - (NSData *)checked {
        NSMutableData *key = [NSMutableData dataWithLength:32];
        if (SecRandomCopyBytes(kSecRandomDefault, 32, key.mutableBytes) != errSecSuccess) { return nil; }
        return key;
      }
      @end
      """
    expect(RandomStatusIgnored.self, inObjectiveC: text)
  }
}
