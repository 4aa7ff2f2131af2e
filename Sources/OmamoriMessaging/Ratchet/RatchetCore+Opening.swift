import OmamoriCore
import OmamoriCrypto

extension RatchetCore {
  /// Opens a message; nothing changes when an error is thrown.
  ///
  /// The newest chain's header key is tried first, then those before, then that of the chain to come.
  mutating func open(
    _ message: [UInt8],
    authenticating data: [UInt8],
    at second: UInt64
  ) throws(MessagingError) -> [UInt8] {
    let context = RatchetContext(binding: binding, data: data)
    for index in receiving.indices.reversed() {
      let chain = receiving[index]
      guard let header = Profile.header(of: message, headerKey: chain.headerKey, binding: binding),
        header.ratchetKey == chain.ratchetKey
      else { continue }
      return header.number < chain.next
        ? try openSkipped(message, header, chain, context, second)
        : try openNext(message, header, index, context, second)
    }
    guard let ownKey,
      let header = Profile.header(of: message, headerKey: nextReceivingHeaderKey, binding: binding)
    else { throw .message(.unreadable) }
    return try openInNewChain(message, header, ownKey, context, second)
  }

  /// Opens a message that others have overtaken.
  private mutating func openSkipped(
    _ message: [UInt8],
    _ header: RatchetHeader,
    _ chain: ReceivingChain,
    _ context: RatchetContext,
    _ second: UInt64
  ) throws(MessagingError) -> [UInt8] {
    guard let index = skipped.index(chain: chain.serial, number: header.number),
      !SkippedKeys.isExpired(skipped.entries[index], at: second)
    else { throw .message(.replayed) }
    let plaintext = try Profile.open(message, messageKey: skipped.entries[index].key, in: context)
    skipped.remove(at: index)
    keep([], at: second)
    return plaintext
  }

  /// Opens a message of the newest chain that comes next or skips some; a chain that is over has none.
  private mutating func openNext(
    _ message: [UInt8],
    _ header: RatchetHeader,
    _ index: Int,
    _ context: RatchetContext,
    _ second: UInt64
  ) throws(MessagingError) -> [UInt8] {
    guard var advance = ChainAdvance<Profile>(of: receiving[index], at: second) else {
      throw .message(.unreadable)
    }
    try advance.skip(to: header.number)
    let messageKey = advance.takeKey()
    let plaintext = try Profile.open(message, messageKey: messageKey, in: context)
    receiving[index].chainKey = advance.chainKey
    receiving[index].next = advance.number
    keep(advance.skipped, at: second)
    return plaintext
  }

  /// Opens the first message that arrives of a new chain, and keeps the keys of what is missing of the one before.
  private mutating func openInNewChain(
    _ message: [UInt8],
    _ header: RatchetHeader,
    _ ownKey: Curve25519.KeyAgreement.PrivateKey,
    _ context: RatchetContext,
    _ second: UInt64
  ) throws(MessagingError) -> [UInt8] {
    guard CurveKeyRules.isAgreementKey(header.ratchetKey), header.ratchetKey != ownKey.publicBytes,
      !receiving.contains(where: { $0.ratchetKey == header.ratchetKey })
    else { throw .message(.malformed) }
    let last = receiving.last
    let (serial, isLast) = (last?.serial ?? 0).addingReportingOverflow(1)
    guard !isLast else { throw .message(.tooFarAhead) }
    var before = last.flatMap { ChainAdvance<Profile>(of: $0, at: second) }
    try before?.skip(to: max(header.previousCount, last?.next ?? 0))
    let root = try agree(ownKey, header.ratchetKey)
    var advance = ChainAdvance<Profile>(serial: serial, chainKey: root.chainKey, at: second)
    try advance.skip(to: header.number)
    let messageKey = advance.takeKey()
    let plaintext: [UInt8]
    do throws(MessagingError) {
      plaintext = try Profile.open(message, messageKey: messageKey, in: context)
    } catch {
      // The header says that it is of this session. But its key follows from the latest keys of both sides, of which one
      // may be lost, so that nothing proves that it was changed.
      throw error == .message(.forged) ? .message(.unreadable) : error
    }

    if let before { endLastChain(at: before.number) }
    receiving.append(
      ReceivingChain(
        serial: serial, ratchetKey: header.ratchetKey, headerKey: nextReceivingHeaderKey,
        chainKey: advance.chainKey, next: advance.number))
    keep((before?.skipped ?? []) + advance.skipped, at: second)
    (rootKey, nextReceivingHeaderKey, remoteKey) = (root.rootKey, root.nextHeaderKey, header.ratchetKey)
    (previousCount, self.ownKey, sending) = (sending?.number ?? 0, nil, nil)
    return plaintext
  }

  /// The root step of a new receiving chain.
  private func agree(
    _ ownKey: Curve25519.KeyAgreement.PrivateKey,
    _ remoteKey: [UInt8]
  ) throws(MessagingError) -> RootStep {
    do throws(CryptoError) {
      return Profile.step(root: rootKey, agreed: try ownKey.agreement(with: remoteKey))
    } catch {
      throw .message(.malformed)
    }
  }

  /// Forgets the keys of messages that have been missing for too long.
  ///
  /// - Returns: Whether there was any.
  mutating func forgetOldKeys(at second: UInt64) -> Bool {
    guard skipped.removeExpired(at: second) else { return false }
    forgetChains()
    return true
  }

  /// Keeps the keys of messages that were passed over, and forgets what is too old or too much.
  private mutating func keep(_ keys: [SkippedKey], at second: UInt64) {
    skipped.removeExpired(at: second)
    skipped.append(keys)
    forgetChains()
  }

  /// Forgets the chains of which no message is missing, apart from the newest ones; of more than the capacity the oldest,
  /// with their keys.
  private mutating func forgetChains() {
    let old = receiving.dropLast(Self.recentChainCount)
    guard !old.isEmpty else { return }
    receiving.replaceSubrange(old.indices, with: old.filter { skipped.holdsKeys(ofChain: $0.serial) })
    guard receiving.count > Self.chainCapacity else { return }
    receiving.removeFirst(receiving.count - Self.chainCapacity)
    skipped.removeChains(before: receiving[0].serial)
  }

  private mutating func endLastChain(at number: UInt32) {
    let last = receiving.count - 1
    receiving[last].chainKey = nil
    receiving[last].next = number
  }
}
