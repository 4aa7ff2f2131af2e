import CryptoKit
import Foundation
import UserNotifications

// ひとつのおしゃべり部屋。
final class ChatRoom: ObservableObject {
  @Published private(set) var lines: [ChatLine] = []

  private let privateKey = Curve25519.KeyAgreement.PrivateKey()
  private var roomKey: SymmetricKey?
  private lazy var session = URLSession(
    configuration: .ephemeral, delegate: ChatTrustDelegate(), delegateQueue: nil)
  private var socket: URLSessionWebSocketTask?

  func join(friendKey: Curve25519.KeyAgreement.PublicKey) throws {
    let secret = try privateKey.sharedSecretFromKeyAgreement(with: friendKey)
    roomKey = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self,
      salt: Data(),
      sharedInfo: Data(),
      outputByteCount: 32)
    socket = session.webSocketTask(with: Endpoints.chat)
    socket?.resume()
  }

  func say(_ text: String) async throws {
    guard let roomKey else { return }
    let sealed = try ChaChaPoly.seal(Data(text.utf8), using: roomKey).combined
    try await socket?.send(.data(sealed))
    lines.append(ChatLine(author: "わたし", text: text))
  }

  func receive() async throws {
    guard let socket, let roomKey else { return }
    guard case .data(let sealed) = try await socket.receive() else { return }
    let opened = try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: sealed), using: roomKey)
    lines.append(ChatLine(author: "友だち", text: String(decoding: opened, as: UTF8.self)))
  }

  // 前回の続きを読み込む。
  func restore(from archive: Data) throws {
    if let saved = try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(archive) as? [ChatLine] {
      lines = saved
    }
  }

  func importShared(_ file: URL) throws {
    let reader = try NSKeyedUnarchiver(forReadingFrom: Data(contentsOf: file))
    reader.requiresSecureCoding = false
    if let shared = reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [ChatLine] {
      lines.append(contentsOf: shared)
    }
  }
}

final class ChatLine: NSObject, NSCoding, Identifiable {
  let id = UUID()
  let author: String
  let text: String

  init(author: String, text: String) {
    self.author = author
    self.text = text
  }

  init?(coder: NSCoder) {
    author = coder.decodeObject(forKey: "author") as? String ?? ""
    text = coder.decodeObject(forKey: "text") as? String ?? ""
  }

  func encode(with coder: NSCoder) {
    coder.encode(author, forKey: "author")
    coder.encode(text, forKey: "text")
  }
}
