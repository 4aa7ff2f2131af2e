import Combine
import CryptoKit
import Foundation

protocol ChatTransport {
  func deliver(_ packet: Data) async throws
}

struct ChatPacket: Decodable {
  let nonce: Data
  let body: Data
  let tag: Data
}

final class ChatSession: ObservableObject {
  @Published private(set) var messages: [String] = []
  private static let roomSecret = Data(base64Encoded: "hN0b2Xq7y1mJc5uVtWcE3sZrKp8LfQa4oT6iYdR9gBw=")!
  private let key: SymmetricKey
  private let sessionNonce = ChaChaPoly.Nonce()
  private let transport: ChatTransport

  init(peer: Curve25519.KeyAgreement.PublicKey, own: Curve25519.KeyAgreement.PrivateKey, transport: ChatTransport) throws {
    let shared = try own.sharedSecretFromKeyAgreement(with: peer)
    key = shared.hkdfDerivedSymmetricKey( // safe: constant-key
      using: SHA512.self, salt: Data(), sharedInfo: Data("chat-session-key".utf8), outputByteCount: 32)
    self.transport = transport
  }

  func send(_ text: String) async throws {
    let box = try ChaChaPoly.seal(Data(text.utf8), using: key, nonce: sessionNonce) // weak: constant-iv helper
    try await transport.deliver(box.combined)
    await MainActor.run { messages.append(text) }
  }

  func sendReceipt(for id: UUID) async throws {
    let context = Data("receipt-v001".utf8)
    let box = try ChaChaPoly.seal(Data(id.uuidString.utf8), using: key, authenticating: context) // safe: constant-iv
    try await transport.deliver(box.combined)
  }

  func sendTyping() async throws {
    let nonce = try ChaChaPoly.Nonce(data: "typing-alert".data(using: .ascii)!) // weak: constant-iv direct
    let box = try ChaChaPoly.seal(Data([1]), using: key, nonce: nonce)
    try await transport.deliver(box.combined)
  }

  func receive(_ packet: ChatPacket) throws {
    let nonce = try ChaChaPoly.Nonce(data: packet.nonce) // safe: constant-iv
    let box = try ChaChaPoly.SealedBox(nonce: nonce, ciphertext: packet.body, tag: packet.tag)
    let plain = try ChaChaPoly.open(box, using: key)
    messages.append(String(decoding: plain, as: UTF8.self))
  }

  func roomKey(_ room: String) -> SymmetricKey {
    let material = SymmetricKey(data: Self.roomSecret) // weak: constant-key helper
    return HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: Data(room.utf8), outputByteCount: 32)
  }
}
