import CryptoKit
import Foundation

/// A talk between two owners of a diary.
actor ChatRoom {
  private let own = Curve25519.KeyAgreement.PrivateKey()
  private let peer: Curve25519.KeyAgreement.PublicKey
  private let service: DiaryService

  init(peer: Curve25519.KeyAgreement.PublicKey, service: DiaryService) {
    self.peer = peer
    self.service = service
  }

  func send(_ text: String) async throws {
    let secret = try own.sharedSecretFromKeyAgreement(with: peer)
    let key = secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: Data("chat".utf8), outputByteCount: 32)
    let sealed = try AES.GCM.seal(Data(text.utf8), using: key, authenticating: Data("chat-1".utf8))
    try await service.upload(sealed.combined ?? Data())
  }

  func receive(_ message: Data) throws -> Header {
    message.withUnsafeBytes { $0.load(as: Header.self) }
  }

  struct Header {
    let kind: UInt32
    let size: UInt32
  }
}
