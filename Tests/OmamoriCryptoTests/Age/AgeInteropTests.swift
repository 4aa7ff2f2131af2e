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
    let file = try AgeBox.seal(plaintext) { try $0.header(for: identities.map(\.recipient)) }
    #expect(try peer.decrypt(file, with: [text(identities[1])]) == plaintext)
    #expect(try peer.decrypt(AgeBox.armored(file), with: identities.map(text)) == plaintext)
  }

  @Test(arguments: AgePeer.installed, sizes)
  func weOpenTheirFiles(_ peer: AgePeer, _ size: Int) throws {
    let identities = [try Identity(), try Identity()]
    let plaintext = try SystemRandomness().bytes(count: size)
    let recipients = identities.map(\.recipient.text)
    let file = try peer.encrypt(plaintext, armored: false, to: recipients)
    let armored = try peer.encrypt(plaintext, armored: true, to: recipients)
    for identity in identities {
      #expect(try AgeBox.open(file) { try $0.fileKey(for: [identity]) } == plaintext)
      #expect(try AgeBox.open(AgeBox.unarmored(armored)) { try $0.fileKey(for: [identity]) } == plaintext)
    }
    #expect(throws: CryptoError.noMatchingKey) { try AgeBox.open(file) { try $0.fileKey(for: [Identity()]) } }
  }

  @Test(arguments: AgePeer.installed)
  func theirArmorIsTheSameAsOurs(_ peer: AgePeer) throws {
    let armored = try peer.encrypt([1, 2, 3], armored: true, to: [Identity().recipient.text])
    #expect(try AgeBox.armored(AgeBox.unarmored(armored)) == armored)
  }
}
