import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  /// Seals a text for the group.
  ///
  /// - Returns: The message, and what has to reach members before it: changes, and the own chain.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  mutating func seal(
    _ text: [UInt8],
    _ means: Means
  ) throws(MessagingError) -> (message: [UInt8], outgoing: [Outgoing]) {
    guard me != nil else { throw .group(.notMember) }
    guard text.count <= GroupLimits.plaintext else { throw .message(.tooLarge) }
    var outgoing = try removeLeavers(means)
    guard let index = currentIndex else { throw .group(.wrongEpoch) }
    let own = epochs[index].own
    for member in history.head.members
    where member.index != own && !epochs[index].sentTo.contains(member.index) {
      outgoing.append(sendChain(epochs[index], to: member))
      epochs[index].sentTo.insert(member.index)
    }
    let step = try epochs[index].sending.advance()
    let sending = epochs[index].sending
    let message = try GroupMessage(
      MessagePadding.pad(text), epochs[index].keys,
      GroupMessage.Header(sender: own, counter: step.counter), key: step.key,
      nonce: try GroupCipher.randomBytes(GroupCipher.nonceSize, means.randomness)
    ) { bytes throws(MessagingError) in try sending.sign(bytes) }
    return (message.encoded, outgoing)
  }

  /// Opens a message of the group.
  ///
  /// When it is refused nothing has changed.
  ///
  /// - Returns: Who sent it, and the text.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  mutating func open(
    _ bytes: [UInt8],
    now: Date
  ) throws(MessagingError) -> (sender: GroupMember, text: [UInt8]) {
    guard me != nil else { throw .group(.notMember) }
    let message = try GroupMessage(decoding: bytes)
    guard let index = epochs.firstIndex(where: { $0.keys.tag == message.tag }) else {
      throw .group(.wrongEpoch)
    }
    let keys = epochs[index].keys
    let header = try message.opened(keys)
    guard let sender = history.state(epochs[index].head)?.member(header.sender),
      history.head.member(sender.peer) != nil
    else { throw .group(.notMember) }
    guard sender.peer != own else { throw .message(.replayed) }
    guard var chain = epochs[index].receiving[header.sender] else { throw .group(.missingKey) }
    guard message.isSigned(by: chain.verificationKey, keys, header) else { throw .group(.invalid) }
    let key = try chain.key(of: header.counter, now: now)
    let text = try MessagePadding.unpad(try message.text(key, keys, header))
    epochs[index].receiving[header.sender] = chain
    bound(now: now)
    return (sender, text)
  }
}
