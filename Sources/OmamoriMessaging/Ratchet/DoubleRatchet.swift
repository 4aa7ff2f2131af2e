import OmamoriCore
import OmamoriCrypto

/// One session between two devices: seals and opens messages, each with a key of its own that is forgotten at once.
///
/// The Double Ratchet of Signal's specification with header encryption (section 4), X25519, SHA-256 and AES-256-GCM. A
/// value: a copy is a second session in the same state, of which only one may go on. When a method throws, the value is
/// as before. Safe to share between threads.
struct DoubleRatchet: Sendable {
  /// The most bytes of a plaintext: 1 MiB.
  static let greatestPlaintext = 1 << 20
  /// The length of a message beyond that of its plaintext in bytes.
  static var overhead: Int { SealedHeaders.overhead }

  private static let bindingLabel = Array("Omamori Messaging v1 session".utf8)

  private var core: RatchetCore<SealedHeaders>

  private init(_ core: RatchetCore<SealedHeaders>) { self.core = core }

  /// The session of the side that began the handshake and sends first.
  ///
  /// - Parameters:
  ///   - secrets: What the handshake agreed on.
  ///   - remoteRatchetKey: The ratchet public key of the other side, its signed prekey.
  /// - Returns: The session.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid`` for a key that nobody may use.
  static func initiator(
    _ secrets: SessionSecrets,
    remoteRatchetKey: Curve25519.KeyAgreement.PublicKey
  ) throws(MessagingError) -> DoubleRatchet {
    let key = Array(remoteRatchetKey.rawRepresentation)
    guard CurveKeyRules.isAgreementKey(key) else { throw .prekey(.invalid) }
    return DoubleRatchet(RatchetCore(initiator: secrets, binding: binding(of: secrets), remoteKey: key))
  }

  /// The session of the side that answered the handshake; it opens a message before it seals one.
  ///
  /// - Parameters:
  ///   - secrets: What the handshake agreed on.
  ///   - ratchetKey: The private half of the signed prekey that the handshake used.
  /// - Returns: The session.
  static func responder(
    _ secrets: SessionSecrets,
    ratchetKey: Curve25519.KeyAgreement.PrivateKey
  ) -> DoubleRatchet {
    DoubleRatchet(RatchetCore(responder: secrets, binding: binding(of: secrets), ownKey: ratchetKey))
  }

  /// Whether a message can be sealed: the side that answered has to open one first.
  var canSeal: Bool { core.canSeal }

  /// Seals a message.
  ///
  /// - Parameters:
  ///   - plaintext: The message, at most `greatestPlaintext` bytes; pad it first, since its length shows.
  ///   - data: What the receiver must present too; not part of the result.
  ///   - randomness: Where the nonce and a new ratchet key come from.
  /// - Returns: The message, ``overhead`` bytes longer than the plaintext.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/tooLarge``, ``MessagingError/conversation(_:)`` when
  ///   nothing was opened yet, ``MessagingError/core(_:)``, ``MessagingError/cryptography(_:)``.
  mutating func seal(
    _ plaintext: [UInt8],
    authenticating data: [UInt8],
    randomness: some Randomness = SystemRandomness()
  ) throws(MessagingError) -> [UInt8] {
    guard plaintext.count <= Self.greatestPlaintext else { throw .message(.tooLarge) }
    return try core.seal(plaintext, authenticating: data, randomness: randomness)
  }

  /// Opens a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - data: What was authenticated with it.
  ///   - now: The time, which decides how long keys of missing messages are kept.
  /// - Returns: The plaintext.
  /// - Throws: ``MessagingError/message(_:)``.
  mutating func open(
    _ message: [UInt8],
    authenticating data: [UInt8],
    now: Date
  ) throws(MessagingError) -> [UInt8] {
    guard message.count >= Self.overhead else { throw .message(.malformed) }
    guard message.count <= Self.greatestPlaintext + Self.overhead else { throw .message(.tooLarge) }
    return try core.open(message, authenticating: data, at: Self.second(of: now))
  }

  /// Forgets the keys of messages that have been missing for too long; opening a message does so as well.
  ///
  /// - Parameter now: The time.
  /// - Returns: Whether there was any.
  mutating func forgetOldKeys(at now: Date) -> Bool { core.forgetOldKeys(at: Self.second(of: now)) }

  /// The state in its binary form, secret as a whole.
  ///
  /// - Returns: The bytes.
  /// - Throws: ``MessagingError/storage(_:)`` when the state cannot be written, which no message can cause.
  func encoded() throws(MessagingError) -> SharedSecretBytes { core.encoded() }

  /// The length of the binary form in bytes.
  var encodedByteCount: Int { core.encodedByteCount }

  /// Adds the binary form to what is written.
  func write(to writer: inout StateWriter) { core.write(to: &writer) }

  /// Reads a state.
  ///
  /// - Parameter bytes: What ``encoded()`` gave.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(decoding bytes: SharedSecretBytes) throws(MessagingError) {
    core = try RatchetCore(decoding: bytes)
  }

  /// What all messages of a session are bound to.
  private static func binding(of secrets: SessionSecrets) -> [UInt8] {
    var bytes = bindingLabel
    for part in [secrets.identifier, secrets.associatedData] {
      bytes.append(bigEndian: UInt64(part.count))
      bytes += part
    }
    return Array(SHA256.hash(data: bytes))
  }

  /// Whole seconds since 1970; times that cannot be are the earliest.
  private static func second(of time: Date) -> UInt64 {
    let seconds = time.timeIntervalSince1970
    return seconds > 0 && seconds < 1e15 ? UInt64(seconds) : 0
  }
}
