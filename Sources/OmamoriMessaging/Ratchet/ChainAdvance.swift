import OmamoriCore

/// A receiving chain that moves on beside the state, which takes it over once the message is authentic.
struct ChainAdvance<Profile: RatchetProfile> {
  /// The keys that were passed over, in order.
  private(set) var skipped: [SkippedKey] = []
  /// The key of the chain at `number`.
  private(set) var chainKey: SharedSecretBytes
  /// The number of the next message.
  private(set) var number: UInt32
  private let serial: UInt32
  private let second: UInt64

  /// Begins at the first message of a new chain.
  init(serial: UInt32, chainKey: SharedSecretBytes, at second: UInt64) {
    (self.serial, self.chainKey, self.second, number) = (serial, chainKey, second, 0)
  }

  /// Begins where a chain stands, or gives `nil` when it is over.
  init?(of chain: ReceivingChain, at second: UInt64) {
    guard let chainKey = chain.chainKey else { return nil }
    (serial, self.chainKey, self.second, number) = (chain.serial, chainKey, second, chain.next)
  }

  /// Passes over all messages before one, which is not before the next.
  ///
  /// - Parameter target: The number of the message.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/tooFarAhead`` beyond the bound of one jump.
  mutating func skip(to target: UInt32) throws(MessagingError) {
    guard target < .max, target - number <= RatchetCore<Profile>.greatestJump else {
      throw .message(.tooFarAhead)
    }
    skipped.reserveCapacity(Int(target - number))
    while number < target {
      let passed = number
      skipped.append(SkippedKey(chain: serial, number: passed, second: second, key: takeKey()))
    }
  }

  /// The key of the next message; the chain moves on.
  mutating func takeKey() -> SharedSecretBytes {
    let step = Profile.step(chain: chainKey)
    (chainKey, number) = (step.chainKey, number + 1)
    return step.messageKey
  }
}

/// What one step makes of a chain key.
struct ChainStep {
  /// The key of one message.
  let messageKey: SharedSecretBytes
  /// The next key of the chain.
  let chainKey: SharedSecretBytes
}

/// A chain that messages are opened with, or one that is over and remembered for its late messages.
struct ReceivingChain: Sendable {
  /// Tells the chains of a session apart; each has a greater one than those before.
  let serial: UInt32
  /// The peer's ratchet public key, 32 bytes.
  let ratchetKey: [UInt8]
  /// The key of the headers.
  let headerKey: SharedSecretBytes
  /// The key that the key of message `next` follows from, or `nil` when the chain is over.
  var chainKey: SharedSecretBytes?
  /// The number of the next message; the keys of those before are used, skipped or gone.
  var next: UInt32
}

/// The chain that messages are sealed with.
struct SendingChain: Sendable {
  /// The key of the headers.
  let headerKey: SharedSecretBytes
  /// The key that the next message's key follows from.
  var chainKey: SharedSecretBytes
  /// The number of the next message.
  var number: UInt32
}

/// What one agreement of ratchet keys makes of a root key.
struct RootStep {
  /// The next root key.
  let rootKey: SharedSecretBytes
  /// The first key of a new chain.
  let chainKey: SharedSecretBytes
  /// The key of the headers of the chain after the new one.
  let nextHeaderKey: SharedSecretBytes
}
