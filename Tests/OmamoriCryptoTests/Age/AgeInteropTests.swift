import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// Files of other implementations are opened, and they open ours.
@Suite(.enabled(if: !AgePeer.installed.isEmpty, "neither age nor pyrage is installed"))
struct AgeInteropTests {
  static let sizes = [0, 1, 65_535, 65_536, 65_537, 1 << 20]

  private func text(_ identity: Identity) -> String {
    identity.exportText().withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: AgePeer.installed, sizes)
  func theyOpenOurFiles(_ peer: AgePeer, _ size: Int) throws {
    let identities = [try Identity(), try Identity()]
    let plaintext = try SystemRandomness().bytes(count: size)
    for format in [EncryptedFileFormat.age, .armoredAge] {
      let file = try FileEncryptor(to: identities.map(\.recipient), format: format).encrypt(plaintext)
      #expect(try peer.decrypt(file, with: [text(identities[1])]) == plaintext)
    }
  }

  @Test(arguments: AgePeer.installed, sizes)
  func weOpenTheirFiles(_ peer: AgePeer, _ size: Int) throws {
    let identities = [try Identity(), try Identity()]
    let plaintext = try SystemRandomness().bytes(count: size)
    for armored in [false, true] {
      let file = try peer.encrypt(plaintext, armored: armored, to: identities.map(\.recipient.text))
      for identity in identities {
        #expect(try FileDecryptor(identities: [identity]).decrypt(file) == plaintext)
      }
      #expect(throws: CryptoError.noMatchingKey) { try FileDecryptor(identities: [Identity()]).decrypt(file) }
    }
  }

  @Test(arguments: AgePeer.installed)
  func theyOpenOurFilesWithAPassword(_ peer: AgePeer) throws {
    let plaintext = try SystemRandomness().bytes(count: 70_000)
    let cost = PasswordCost.scrypt(logarithm: 14, blockSize: 8, lanes: 1)
    for format in [EncryptedFileFormat.age, .armoredAge] {
      let file = try FileEncryptor(password: Password("correct horse 鍵"), format: format, cost: cost)
        .encrypt(plaintext)
      #expect(try peer.unlock(file, with: "correct horse 鍵") == plaintext)
    }
  }

  @Test(arguments: AgePeer.installed)
  func weOpenTheirFilesWithAPassword(_ peer: AgePeer) throws {
    let plaintext = try SystemRandomness().bytes(count: 70_000)
    let file = try peer.lock(plaintext, armored: true, with: "correct horse 鍵")
    #expect(try FileDecryptor(passwords: [Password("correct horse 鍵")]).decrypt(file) == plaintext)
  }

  @Test(arguments: AgePeer.installed)
  func theirArmorIsTheSameAsOurs(_ peer: AgePeer) throws {
    let armored = try peer.encrypt([1, 2, 3], armored: true, to: [Identity().recipient.text])
    let file = try #require(unsafe try AgeArmor.content(of: armored.byteSpan.bytes))
    #expect(AgeArmor.text(of: file) == armored)
  }
}
