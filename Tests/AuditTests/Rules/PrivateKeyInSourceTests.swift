import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PrivateKeyInSourceTests {
  private static let first = "MHcCAQEEIBu5LUFiTLhX/Qo6CK/F7J/i80/t0EOKE4BeycMJzODnoAoGCCqGSM49"
  private static let second = "AwEHoUQDQgAE33I9l4Kx1hIPDMSi+Yg6BrVY0HRgAC7uTcq3JgdL8hLynmhc4+jR"
  /// Written in two parts, so that no scanner takes this file for a leak.
  private static func line(_ word: String, _ label: String) -> String {
    "-----" + word + " " + label + "-----"
  }

  private static func begin(_ label: String) -> String { "⟦" + line("BEGIN", label) }
  private static func end(_ label: String) -> String { line("END", label) + "⟧" }

  static let blocks = [
    "let key = \"\"\"\n  \(begin("EC PRIVATE KEY"))\n  \(first)\n  \(second)\n  \(end("EC PRIVATE KEY"))\n  \"\"\"\n",
    "let key = \"\(begin("PRIVATE KEY"))\\n\(first)\\n\(second)\\n\(end("PRIVATE KEY"))\"\n",
    "let key = \"\(begin("RSA PRIVATE KEY"))\" +\n  \"\(first)\" +\n  \"\(second)\" + \"\(end("RSA PRIVATE KEY"))\"\n",
    "let key = [\"\(begin("OPENSSH PRIVATE KEY"))\", \"\(first)\", \"\(second)\", \"\(end("OPENSSH PRIVATE KEY"))\"]\n",
    "<string>\(begin("ENCRYPTED PRIVATE KEY"))\n\(first)\n\(end("ENCRYPTED PRIVATE KEY"))</string>\n",
    "NSString *key = @\"\(begin("PRIVATE KEY"))\\n\"\n  @\"\(first)\\n\"\n  @\"\(end("PRIVATE KEY"))\";\n",
  ]

  @Test(arguments: blocks) func speaks(_ text: String) {
    expect(PrivateKeyInSource.self as any TextRule.Type, in: text, path: "Any.txt", severity: .critical)
  }

  @Test(arguments: [
    "let key = \"\(line("BEGIN", "PUBLIC KEY"))\\n\(first)\\n\(line("END", "PUBLIC KEY"))\"\n",
    "let key = \"\(line("BEGIN", "CERTIFICATE"))\\n\(first)\\n\(line("END", "CERTIFICATE"))\"\n",
    "if text.hasPrefix(\"\(line("BEGIN", "PRIVATE KEY"))\") { return .privateKey }\n",
    "text.replacing(\"\(line("BEGIN", "PRIVATE KEY"))\", with: \"\").replacing(\"\(line("END", "PRIVATE KEY"))\", with: \"\")",
    "let key = \"\(line("BEGIN", "PRIVATE KEY"))\\n...\\n\(line("END", "PRIVATE KEY"))\"\n",
    "\(line("BEGIN", "PRIVATE KEY"))\n\(first)\n\(line("END", "PRIVATE KEY"))\n",
  ])
  func isSilent(_ text: String) {
    expect(PrivateKeyInSource.self as any TextRule.Type, in: text, path: "Any.txt")
  }

  @Test(arguments: [
    """
    let key = try P256.Signing.PrivateKey(
      rawRepresentation: ⟦Data(base64Encoded: "G7ktQWJMuFf9CjoIr8Xsn+LzT+3Q4QrgTgXPJwnM4Oc=")!⟧)
    """,
    """
    let bytes: [UInt8] = [0x1b, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ⟦bytes⟧)
    """,
    """
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    ]
    let key = SecKeyCreateWithData(⟦Data(base64Encoded: "MIICXAIBAAKBgQCqGKukO1De7zhZj6ExampleNot")! as CFData⟧, attributes as CFDictionary, nil)
    """,
  ])
  func speaksOfBytes(_ source: String) {
    expect(PrivateKeyInSource.self as any SwiftRule.Type, in: source, severity: .critical)
  }

  @Test(arguments: [
    "let key = try P256.Signing.PrivateKey(rawRepresentation: stored)", "let key = P256.Signing.PrivateKey()",
    "let key = try P256.Signing.PublicKey(rawRepresentation: Data(base64Encoded: \"G7ktQWJMuFf9CjoIr8Xsn+LzT\")!)",
    """
    let attributes = [kSecAttrKeyClass: kSecAttrKeyClassPublic]
    let key = SecKeyCreateWithData(Data(base64Encoded: "MIICXAIBAAKBgQCqGKukO1De7zhZj6")! as CFData, attributes as CFDictionary, nil)
    """,
  ])
  func isSilentOfBytes(_ source: String) { expect(PrivateKeyInSource.self as any SwiftRule.Type, in: source) }
}
