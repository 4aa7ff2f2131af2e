import OmamoriCore
import OmamoriCrypto

extension RatchetCore {
  /// Reads what `encoded` gave; every state has one encoding alone.
  ///
  /// - Parameter bytes: The binary form.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(decoding bytes: SharedSecretBytes) throws(MessagingError) {
    guard bytes.count <= Self.greatestEncoding else { throw .storage(.damaged) }
    var reader = StateReader(bytes)
    guard try reader.integer(UInt8.self) == Self.version, try reader.integer(UInt8.self) == Profile.code
    else {
      throw .storage(.damaged)
    }
    binding = try reader.bytes(RatchetContext.bindingByteCount)
    rootKey = try reader.key()
    ownKey = try reader.optional { reader throws(MessagingError) in try reader.privateKey() }
    remoteKey = try reader.optional { reader throws(MessagingError) in try reader.point() }
    sending = try reader.optional { reader throws(MessagingError) in
      SendingChain(headerKey: try reader.key(), chainKey: try reader.key(), number: try reader.integer())
    }
    previousCount = try reader.integer()
    nextSendingHeaderKey = try reader.key()
    nextReceivingHeaderKey = try reader.key()
    receiving = []
    for _ in 0..<(try reader.integer(UInt8.self)) { receiving.append(try reader.receivingChain()) }
    var keys: [SkippedKey] = []
    for _ in 0..<(try reader.integer(UInt16.self)) { keys.append(try reader.skippedKey()) }
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

extension StateReader {
  fileprivate mutating func privateKey() throws(MessagingError) -> Curve25519.KeyAgreement.PrivateKey {
    let secret = try key()
    do throws(CryptoError) {
      return try Curve25519.KeyAgreement.PrivateKey(secret: secret.copy())
    } catch {
      throw .storage(.damaged)
    }
  }

  fileprivate mutating func receivingChain() throws(MessagingError) -> ReceivingChain {
    ReceivingChain(
      serial: try integer(), ratchetKey: try point(), headerKey: try key(),
      chainKey: try optional { reader throws(MessagingError) in try reader.key() }, next: try integer())
  }

  fileprivate mutating func skippedKey() throws(MessagingError) -> SkippedKey {
    SkippedKey(chain: try integer(), number: try integer(), second: try integer(), key: try key())
  }
}
