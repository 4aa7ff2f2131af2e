import CryptoKit
import Foundation

enum ChatError: Error {
  case notJoined
  case unexpectedMessage
}

/// The long-lived key that friends know each other by; it is compared in person, by its safety number.
struct ChatIdentity {
  let privateKey: Curve25519.KeyAgreement.PrivateKey

  init(store: KeychainStore = .shared) throws {
    if let stored = try store.load(.chatIdentity) {
      privateKey = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: stored)
    } else {
      privateKey = Curve25519.KeyAgreement.PrivateKey()
      try store.save(privateKey.rawRepresentation, as: .chatIdentity)
    }
  }
}

// ひとつのおしゃべり部屋。

/// Both directions are HPKE contexts of their own (RFC 9180, auth mode).
///
/// Each proves who sealed a line, and
/// lines cannot be replayed, dropped or reordered unnoticed.
@MainActor
final class ChatRoom: ObservableObject {
  @Published private(set) var lines: [ChatLine] = []

  private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
  private static let label = Data("tsukimi chat 2".utf8)
  private static let longestLine = 16 << 10

  private var sender: HPKE.Sender?
  private var recipient: HPKE.Recipient?
  private var socket: URLSessionWebSocketTask?

  func join(_ friend: Curve25519.KeyAgreement.PublicKey) async throws {
    let identity = try ChatIdentity()
    let socket = try await APIClient.shared.webSocket()
    socket.maximumMessageSize = Self.longestLine
    socket.resume()

    let sender = try HPKE.Sender(
      recipientKey: friend, ciphersuite: Self.suite, info: Self.label, authenticatedBy: identity.privateKey)
    try await socket.send(.data(sender.encapsulatedKey))
    guard case .data(let theirs) = try await socket.receive() else { throw ChatError.unexpectedMessage }
    recipient = try HPKE.Recipient(
      privateKey: identity.privateKey, ciphersuite: Self.suite, info: Self.label, encapsulatedKey: theirs,
      authenticatedBy: friend)
    self.sender = sender
    self.socket = socket
  }

  func say(_ text: String) async throws {
    guard var sender, let socket else { throw ChatError.notJoined }
    let sealed = try sender.seal(Data(text.utf8), authenticating: Self.label)
    self.sender = sender
    try await socket.send(.data(sealed))
    lines.append(ChatLine(author: "わたし", text: text))
  }

  func receive() async throws {
    guard let socket else { throw ChatError.notJoined }
    guard case .data(let sealed) = try await socket.receive() else { throw ChatError.unexpectedMessage }
    guard var recipient else { throw ChatError.notJoined }
    let opened = try recipient.open(sealed, authenticating: Self.label)
    self.recipient = recipient
    lines.append(ChatLine(author: "友だち", text: String(decoding: opened, as: UTF8.self)))
  }

  // 前回の続きを読み込む。封をして置いた控えから、決まった型だけを取り出す。
  func restore(from vault: DocumentVault, name: DocumentName) throws {
    let archive = try vault.open(name)
    lines = try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: ChatLine.self, from: archive) ?? []
  }

  func keep(in vault: DocumentVault, name: DocumentName) throws {
    let archive = try NSKeyedArchiver.archivedData(withRootObject: lines, requiringSecureCoding: true)
    try vault.keep(archive, as: name)
  }
}

final class ChatLine: NSObject, NSSecureCoding, Identifiable, Sendable {
  static let supportsSecureCoding = true

  let id = UUID()
  let author: String
  let text: String

  init(author: String, text: String) {
    self.author = author
    self.text = text
  }

  init?(coder: NSCoder) {
    guard let author = coder.decodeObject(of: NSString.self, forKey: "author"),
      let text = coder.decodeObject(of: NSString.self, forKey: "text")
    else { return nil }
    self.author = author as String
    self.text = text as String
  }

  func encode(with coder: NSCoder) {
    coder.encode(author, forKey: "author")
    coder.encode(text, forKey: "text")
  }
}
