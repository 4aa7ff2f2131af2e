import OmamoriCrypto
import Testing

/// Every format that files are sealed in keeps the same laws.
@Suite struct SealedFormatLawsTests {
  @Test(arguments: Cobblestone.allCases)
  func cobblestone(_ suite: Cobblestone) async throws {
    let key = SymmetricKey(size: SymmetricKeySize(bitCount: 8 * suite.keyByteCount))
    let otherKey = SymmetricKey(size: SymmetricKeySize(bitCount: 8 * suite.keyByteCount))
    let context = Array("table/row".utf8)
    try await sealedFormatLaws(
      SealedFormat(
        name: "\(suite)",
        encryptor: FileEncryptor(key: key, context: context, suite: suite),
        decryptor: FileDecryptor(key: key, context: context, suite: suite),
        strangers: [
          FileDecryptor(key: otherKey, context: context, suite: suite),
          FileDecryptor(key: key, context: [], suite: suite),
          FileDecryptor(key: key, context: context + [0], suite: suite),
        ],
        headerSize: 56, chunkSize: 16_384))
  }

  @Test func omamoriForRecipients() async throws {
    let (first, second, stranger) = (try Identity(), try Identity(), try Identity())
    try await sealedFormatLaws(
      SealedFormat(
        name: "Omamori for recipients",
        encryptor: FileEncryptor(to: [first.recipient, second.recipient]),
        decryptor: FileDecryptor(identities: [second]),
        strangers: [
          FileDecryptor(identities: [stranger]), FileDecryptor(identities: []),
          FileDecryptor(passwords: [Password("x")]),
        ],
        headerSize: 12 + 2 * 81 + 32 + 56, chunkSize: 16_384))
  }

  @Test func omamoriWithPassword() async throws {
    let limits = PasswordCostLimits(memory: 19 << 10, passes: 2, lanes: 1)
    let password = Password("correct horse")
    try await sealedFormatLaws(
      SealedFormat(
        name: "Omamori with a password",
        encryptor: FileEncryptor(password: password, cost: .least),
        decryptor: FileDecryptor(passwords: [password], limits: limits),
        strangers: [
          FileDecryptor(passwords: [Password("correct horse ")], limits: limits),
          FileDecryptor(identities: [try Identity()], limits: limits),
        ],
        headerSize: 12 + 106 + 32 + 56, chunkSize: 16_384, isSlow: true))
  }
}
