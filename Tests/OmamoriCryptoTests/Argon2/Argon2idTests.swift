import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct Argon2idTests {
  private static let cost = Argon2Cost(memory: 32, passes: 3, lanes: 4)

  @Test func givesTheTagOfRFC9106() throws {
    let tag = try Argon2id.hash(
      Password(bytes: [UInt8](repeating: 1, count: 32)),
      salt: [UInt8](repeating: 2, count: 16),
      cost: Self.cost,
      secret: SharedSecretBytes(SecretBytes(copying: [UInt8](repeating: 3, count: 8))),
      associatedData: [UInt8](repeating: 4, count: 12))
    let expected: [UInt8] = [
      0x0d, 0x64, 0x0d, 0xf5, 0x8d, 0x78, 0x76, 0x6c, 0x08, 0xc0, 0x37, 0xa3, 0x4a, 0x8b, 0x53, 0xc9,
      0xd0, 0x1e, 0xf0, 0x45, 0x2d, 0x75, 0xb6, 0x5e, 0xb5, 0x25, 0x20, 0xe9, 0x6b, 0x01, 0xe6, 0x59,
    ]
    #expect(SharedSecretBytes(tag) == SharedSecretBytes(SecretBytes(copying: expected)))
  }

  @Test func givesTheSameOnAThreadOfItsOwn() async throws {
    let salt = Array("some salt".utf8)
    let here = SharedSecretBytes(
      try Argon2id.hash(Password("pass"), salt: salt, cost: Self.cost, byteCount: 16))
    let there = try await Argon2id.hashOnOwnThread(
      Password("pass"), salt: salt, cost: Self.cost, byteCount: 16)
    #expect(there == here)
  }

  @Test(arguments: [
    Argon2Cost(memory: 7, passes: 1, lanes: 1), Argon2Cost(memory: 15, passes: 1, lanes: 2),
    Argon2Cost(memory: 64, passes: 0, lanes: 1), Argon2Cost(memory: 64, passes: 1, lanes: 0),
    Argon2Cost(memory: .max, passes: 1, lanes: 1), Argon2Cost(memory: 64, passes: .max, lanes: 1),
    Argon2Cost(memory: .max, passes: 1, lanes: .max), Argon2Cost(memory: -1, passes: -1, lanes: -1),
  ])
  func refusesCostsThatAreNoneBeforeAllocating(_ cost: Argon2Cost) {
    #expect(throws: CryptoError.self) {
      let tag = try Argon2id.hash(Password("pass"), salt: Array("some salt".utf8), cost: cost)
      _ = tag.count
    }
  }

  @Test func refusesSaltsAndLengthsOutOfRange() {
    for (salt, count) in [(7, 32), (65, 32), (16, 3), (16, 1025)] {
      #expect(throws: CryptoError.self) {
        let tag = try Argon2id.hash(
          Password("pass"), salt: [UInt8](repeating: 0, count: salt), cost: Self.cost, byteCount: count)
        _ = tag.count
      }
    }
  }
}
