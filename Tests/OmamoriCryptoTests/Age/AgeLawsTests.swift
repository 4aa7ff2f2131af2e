@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

/// age files keep the laws of all sealed formats.
@Suite struct AgeLawsTests {
  private func headerSize(_ encryptor: FileEncryptor) throws -> Int {
    // An empty payload is one tag.
    try encryptor.encrypt([UInt8]()).count - 16
  }

  @Test func recipients() async throws {
    let identities = [try Identity(), try Identity()]
    let encryptor = try FileEncryptor(to: identities.map(\.recipient), format: .age)
    try await sealedFormatLaws(
      SealedFormat(
        name: "age with two recipients",
        encryptor: encryptor,
        decryptor: FileDecryptor(identities: [identities[1]]),
        strangers: [FileDecryptor(identities: [try Identity()]), FileDecryptor(passwords: [Password("x")])],
        headerSize: headerSize(encryptor),
        chunkSize: 65_536
      )
    )
  }

  @Test func password() async throws {
    let encryptor = try FileEncryptor(
      password: Password("pass"), format: .age, cost: .scrypt(logarithm: 1, blockSize: 8, lanes: 1))
    try await sealedFormatLaws(
      SealedFormat(
        name: "age with a password",
        encryptor: encryptor,
        decryptor: FileDecryptor(passwords: [Password("pass")], limits: PasswordCostLimits(memory: 1 << 10)),
        strangers: [
          FileDecryptor(passwords: [Password("Pass")]), FileDecryptor(identities: [try Identity()]),
        ],
        headerSize: headerSize(encryptor),
        chunkSize: 65_536,
        isSlow: true
      )
    )
  }
}
