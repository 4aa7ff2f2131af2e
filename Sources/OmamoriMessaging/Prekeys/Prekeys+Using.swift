import OmamoriCore

extension Prekeys {
  /// The private halves that an opening names.
  ///
  /// - Parameter opening: The opening.
  /// - Returns: The private halves; they stay here until ``consume(_:session:)``.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/unknown`` when one is not there any more.
  func keys(for opening: HandshakeOpening) throws(MessagingError) -> PrekeySelection {
    guard let generation = generations.first(where: { $0.number == opening.generation }) else {
      throw .prekey(.unknown)
    }
    var oneTimeKey: SharedSecretBytes?
    if opening.oneTimeKey != 0 { oneTimeKey = try secret(opening.oneTimeKey, in: oneTimeKeys) }
    var seed: SharedSecretBytes?
    if let encapsulated = opening.encapsulated {
      // The mechanism of a generation is that of its suites; a suite that it did not offer has no key in it.
      guard generation.suites.suites.contains(opening.suite) else { throw .prekey(.noCommonSuite) }
      seed =
        if encapsulated.identifier == 0 { generation.lastResortSeed } else {
          try secret(encapsulated.identifier, in: oneTimeEncapsulationKeys)
        }
    }
    return PrekeySelection(
      suites: generation.suites,
      signedPartDigest: generation.signedPartDigest,
      signedPrekey: generation.signedPrekey,
      oneTimeKey: oneTimeKey,
      encapsulationSeed: seed
    )
  }

  /// Removes the one-time keys that an opening used, or remembers the session when it used none.
  ///
  /// - Parameters:
  ///   - opening: The opening.
  ///   - session: The identifier of the session that it started.
  /// - Throws: As `PrekeyGeneration.remember`; nothing is changed then.
  mutating func consume(_ opening: HandshakeOpening, session: [UInt8]) throws(MessagingError) {
    let encapsulationKey = opening.encapsulated?.identifier ?? 0
    if opening.oneTimeKey == 0, encapsulationKey == 0 {
      guard let index = generations.firstIndex(where: { $0.number == opening.generation }) else {
        throw .prekey(.unknown)
      }
      try generations[index].remember(session, of: PeerDigest(opening.initiator.identity))
    }
    oneTimeKeys.removeAll { $0.identifier == opening.oneTimeKey }
    oneTimeEncapsulationKeys.removeAll { $0.identifier == encapsulationKey }
  }

  private func secret(_ identifier: UInt32, in keys: [OneTimeSecret]) throws(MessagingError)
    -> SharedSecretBytes
  {
    guard let key = keys.first(where: { $0.identifier == identifier }) else { throw .prekey(.unknown) }
    return key.secret
  }
}
