import OmamoriCrypto

/// Tries whether a PKCS #12 file opens without a password, or with one that everybody tries first.
///
/// How often passwords are hashed is bounded, for one file and for all, so that nobody's files keep the audit busy.
package struct KeyStorePassword {
  private static let known = [
    "", "password", "changeit", "changeme", "secret", "test", "1234", "12345678", "0000",
  ]
  /// A store that asks for more is not tried.
  private static let mostRounds = 10_000

  /// How often passwords may still be hashed; ordinary programs ask for 2,048 times.
  private(set) var remaining = 2_000_000

  package init() {}

  /// The password of the store in `bytes` when it is empty or a known one.
  package mutating func found(for bytes: [UInt8]) -> String? {
    #if canImport(Darwin)
    return nil
    #else
    guard let store = PKCS12Store(bytes), store.rounds <= Self.mostRounds else { return nil }
    for password in [nil] + Self.known {
      guard remaining >= store.rounds else { return nil }
      remaining -= store.rounds
      if store.isMade(with: password) { return password ?? "" }
    }
    return nil
    #endif
  }
}
