import OmamoriCore
import OmamoriCrypto

/// The state machine of a Double Ratchet, for any profile.
///
/// Nothing of the state changes until a message is authentic: what a step needs is derived beside it. A new ratchet key
/// is made with the first message that is sealed after one arrived, not when it arrives, so that a state that somebody
/// copied in between says nothing of it, and so that opening needs no randomness.
struct RatchetCore<Profile: RatchetProfile>: Sendable {
  /// The most messages that one message may skip in a chain.
  static var greatestJump: UInt32 { 2_000 }
  /// How many receiving chains are remembered even when no message of them is missing.
  static var recentChainCount: Int { 5 }
  /// The most receiving chains that are remembered; a message that no key opens costs a trial for each of them.
  static var chainCapacity: Int { 255 }

  /// What messages are bound to, 32 bytes.
  let binding: [UInt8]
  /// The root key.
  var rootKey: SharedSecretBytes
  /// The own ratchet key; `nil` while the next message to seal has to bring a new one.
  var ownKey: Curve25519.KeyAgreement.PrivateKey?
  /// The peer's latest ratchet public key; `nil` until the first message arrives at a responder.
  var remoteKey: [UInt8]?
  /// The chain to seal with, which there is whenever there are an own and a remote key.
  var sending: SendingChain?
  /// The number of messages in the sending chain before.
  var previousCount: UInt32
  /// The key of the headers of the next sending chain.
  var nextSendingHeaderKey: SharedSecretBytes
  /// The key of the headers of the next receiving chain.
  var nextReceivingHeaderKey: SharedSecretBytes
  /// The newest receiving chains and those before of which messages are missing, oldest first; all but the last are over.
  var receiving: [ReceivingChain]
  /// The keys of messages that have not arrived.
  var skipped: SkippedKeys

  /// The side that sends first.
  ///
  /// - Parameters:
  ///   - secrets: What the handshake agreed on.
  ///   - binding: What messages are bound to, 32 bytes.
  ///   - remoteKey: The peer's ratchet public key.
  init(initiator secrets: SessionSecrets, binding: [UInt8], remoteKey: [UInt8]) {
    self.init(
      secrets.rootKey, binding, ownKey: nil, remoteKey: remoteKey, secrets.initiatorHeaderKey,
      secrets.responderHeaderKey)
  }

  /// The side that has published a ratchet key.
  ///
  /// - Parameters:
  ///   - secrets: What the handshake agreed on.
  ///   - binding: What messages are bound to, 32 bytes.
  ///   - ownKey: The private half of the published key.
  init(responder secrets: SessionSecrets, binding: [UInt8], ownKey: Curve25519.KeyAgreement.PrivateKey) {
    self.init(
      secrets.rootKey, binding, ownKey: ownKey, remoteKey: nil, secrets.responderHeaderKey,
      secrets.initiatorHeaderKey)
  }

  private init(
    _ rootKey: SharedSecretBytes,
    _ binding: [UInt8],
    ownKey: Curve25519.KeyAgreement.PrivateKey?,
    remoteKey: [UInt8]?,
    _ nextSendingHeaderKey: SharedSecretBytes,
    _ nextReceivingHeaderKey: SharedSecretBytes
  ) {
    (self.binding, self.rootKey, self.ownKey, self.remoteKey) = (binding, rootKey, ownKey, remoteKey)
    (sending, previousCount) = (nil, 0)
    (self.nextSendingHeaderKey, self.nextReceivingHeaderKey) = (nextSendingHeaderKey, nextReceivingHeaderKey)
    (receiving, skipped) = ([], SkippedKeys())
  }

  /// Whether a message can be sealed: a responder has to open one first.
  var canSeal: Bool { remoteKey != nil }
}

extension RatchetCore {
  /// Reads what `encoded` gave; every state has one encoding alone.
  ///
  /// - Parameter bytes: The binary form.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(decoding bytes: SharedSecretBytes) throws(MessagingError) {
    guard bytes.count <= Self.greatestEncoding else { throw .storage(.damaged) }
    var reader = ByteReader(bytes.bytes) { _, _ in MessagingError.storage(.damaged) }
    guard try reader.number(UInt8.self) == Self.version, try reader.number(UInt8.self) == Profile.code
    else {
      throw .storage(.damaged)
    }
    binding = try reader.bytes(RatchetContext.bindingByteCount)
    rootKey = try reader.secret(32)
    ownKey = try reader.optional { reader throws(MessagingError) in try reader.privateKey() }
    remoteKey = try reader.optional { reader throws(MessagingError) in try reader.point() }
    sending = try reader.optional { reader throws(MessagingError) in
      SendingChain(
        headerKey: try reader.secret(32), chainKey: try reader.secret(32), number: try reader.number())
    }
    previousCount = try reader.number()
    nextSendingHeaderKey = try reader.secret(32)
    nextReceivingHeaderKey = try reader.secret(32)
    receiving = []
    for _ in 0..<(try reader.number(UInt8.self)) { receiving.append(try reader.receivingChain()) }
    var keys: [SkippedKey] = []
    for _ in 0..<(try reader.number(UInt16.self)) { keys.append(try reader.skippedKey()) }
    skipped = SkippedKeys()
    skipped.append(keys)
    guard reader.isAtEnd, keys.count <= SkippedKeys.capacity, isConsistent else { throw .storage(.damaged) }
  }

  /// Whether the fields fit together, as those of every state do that messages lead to.
  private var isConsistent: Bool {
    let keysFit =
      switch (ownKey, remoteKey, sending) {
      case (nil, .some, nil): true  // the next message brings a new key
      case (.some, .some, .some): true
      case (.some, nil, nil): receiving.isEmpty  // an answer to a handshake before its first message
      default: false
      }
    return keysFit && chainsFit && keysBelongToChains
  }

  private var chainsFit: Bool {
    guard receiving.count <= Self.chainCapacity else { return false }
    guard let last = receiving.last else { return true }
    guard
      receiving.dropLast(Self.recentChainCount).allSatisfy({ skipped.holdsKeys(ofChain: $0.serial) })
    else { return false }
    return zip(receiving, receiving.dropFirst()).allSatisfy { $0.serial < $1.serial && $0.chainKey == nil }
      && last.chainKey != nil && last.ratchetKey == remoteKey && last.next > 0
      && Set(receiving.map(\.ratchetKey)).count == receiving.count
  }

  private var keysBelongToChains: Bool {
    let entries = skipped.entries
    let isOrdered = zip(entries, entries.dropFirst()).allSatisfy {
      ($0.chain, $0.number) < ($1.chain, $1.number)
    }
    let next = Dictionary(receiving.map { ($0.serial, $0.next) }) { first, _ in first }
    return isOrdered && entries.allSatisfy { $0.number < next[$0.chain] ?? 0 }
  }
}

extension ByteReader where Failure == MessagingError {
  /// A ratchet public key, of which there is one encoding alone.
  fileprivate mutating func point() throws(MessagingError) -> [UInt8] {
    let bytes = try bytes(CurveKeyRules.byteCount)
    try require(CurveKeyRules.isAgreementKey(bytes))
    return bytes
  }

  fileprivate mutating func privateKey() throws(MessagingError) -> Curve25519.KeyAgreement.PrivateKey {
    let secret = try secret(32)
    do throws(CryptoError) {
      return try Curve25519.KeyAgreement.PrivateKey(secret: secret.copy())
    } catch {
      throw .storage(.damaged)
    }
  }

  fileprivate mutating func receivingChain() throws(MessagingError) -> ReceivingChain {
    ReceivingChain(
      serial: try number(), ratchetKey: try point(), headerKey: try secret(32),
      chainKey: try optional { reader throws(MessagingError) in try reader.secret(32) }, next: try number())
  }

  fileprivate mutating func skippedKey() throws(MessagingError) -> SkippedKey {
    SkippedKey(chain: try number(), number: try number(), second: try number(), key: try secret(32))
  }
}

// The binary form of a state, all of it fixed fields, integers big-endian, `?` a byte 0 or 1 and the field if 1:
// version 1, profile 1, binding 32, root key 32, own key? 32, remote key? 32, sending? (header key 32, chain key 32,
// number 4), previous count 4, next header keys 32 + 32, chains 1 × (serial 4, ratchet key 32, header key 32,
// chain key? 32, next 4), skipped keys 2 × (chain 4, number 4, second 8, key 32).

extension RatchetCore {
  /// The version of the binary form.
  static var version: UInt8 { 1 }
  /// The most bytes of an encoded state.
  static var greatestEncoding: Int { 1_024 + chainCapacity * 73 + SkippedKeys.capacity * 48 }

  /// The binary form, secret as a whole.
  func encoded() -> SharedSecretBytes {
    var writer = StateWriter(byteCount: encodedByteCount)
    write(to: &writer)
    return writer.finish()
  }

  /// Adds the binary form, ``encodedByteCount`` bytes, to what is written.
  func write(to writer: inout StateWriter) {
    writer.write(Self.version)
    writer.write(Profile.code)
    writer.write(public: binding)
    writer.write(rootKey)
    writer.write(ownKey) { writer, key in key.withSecret { writer.write($0) } }
    writer.write(remoteKey) { $0.write(public: $1) }
    writer.write(sending) { writer, chain in
      writer.write(chain.headerKey)
      writer.write(chain.chainKey)
      writer.write(chain.number)
    }
    writer.write(previousCount)
    writer.write(nextSendingHeaderKey)
    writer.write(nextReceivingHeaderKey)
    writer.write(UInt8(receiving.count))
    for chain in receiving {
      writer.write(chain.serial)
      writer.write(public: chain.ratchetKey)
      writer.write(chain.headerKey)
      writer.write(chain.chainKey) { $0.write($1) }
      writer.write(chain.next)
    }
    writer.write(UInt16(skipped.entries.count))
    for entry in skipped.entries {
      writer.write(entry.chain)
      writer.write(entry.number)
      writer.write(entry.second)
      writer.write(entry.key)
    }
  }

  /// The length of the binary form in bytes.
  var encodedByteCount: Int {
    let optional = (ownKey == nil ? 0 : 32) + (remoteKey == nil ? 0 : 32) + (sending == nil ? 0 : 68)
    let chains = receiving.reduce(0) { $0 + 73 + ($1.chainKey == nil ? 0 : 32) }
    return 2 + 64 + 3 + optional + 4 + 64 + 1 + chains + 2 + skipped.entries.count * 48
  }
}

extension RatchetCore {
  /// Seals a message; nothing changes when an error is thrown.
  mutating func seal(
    _ plaintext: [UInt8],
    authenticating data: [UInt8],
    randomness: some Randomness
  ) throws(MessagingError) -> [UInt8] {
    let new = sending == nil ? try newSendingChain(randomness) : nil
    guard let chain = new?.chain ?? sending, let key = new?.key ?? ownKey, chain.number < .max else {
      throw .conversation(.noSession)
    }
    let step = Profile.step(chain: chain.chainKey)
    let header = RatchetHeader(
      ratchetKey: key.publicBytes, previousCount: previousCount, number: chain.number)
    let message = try Profile.seal(
      plaintext, header, messageKey: step.messageKey, headerKey: chain.headerKey,
      in: RatchetContext(binding: binding, data: data), randomness: randomness)
    if let new {
      (rootKey, nextSendingHeaderKey) = (new.root.rootKey, new.root.nextHeaderKey)
      (ownKey, sending) = (key, chain)
    }
    sending?.chainKey = step.chainKey
    sending?.number = chain.number + 1
    return message
  }

  private struct NewSendingChain {
    let key: Curve25519.KeyAgreement.PrivateKey
    let root: RootStep
    let chain: SendingChain
  }

  /// A new ratchet key with the chain that follows from it.
  private func newSendingChain(_ randomness: some Randomness) throws(MessagingError) -> NewSendingChain {
    guard let remoteKey else { throw .conversation(.noSession) }
    let secret: SecretBytes
    do throws(CoreError) {
      secret = try SecretBytes(randomCount: CurveKeyRules.byteCount, from: randomness)
    } catch {
      throw .core(error)
    }
    do throws(CryptoError) {
      let key = try Curve25519.KeyAgreement.PrivateKey(secret: secret)
      let root = Profile.step(root: rootKey, agreed: try key.agreement(with: remoteKey))
      let chain = SendingChain(headerKey: nextSendingHeaderKey, chainKey: root.chainKey, number: 0)
      return NewSendingChain(key: key, root: root, chain: chain)
    } catch {
      throw .cryptography(error)
    }
  }
}
