import OmamoriCore
import OmamoriCrypto

/// The private halves of the own prekeys.
///
/// A value: a change is kept by storing the new value, and dropped by forgetting it. The private half of a one-time key
/// is gone once the value that used it is the only one left. Safe to share between threads.
struct Prekeys: Sendable, Equatable {
  /// How long a signed prekey and a last-resort key are the newest ones.
  static let rotationInterval: UInt64 = 7 * day
  /// How long they are kept after they were replaced, for messages on their way.
  static let retention: UInt64 = 30 * day
  /// How long after it was made a signed part may be used to start a session.
  static let lifetime: UInt64 = 30 * day
  /// How many one-time keys a server should have.
  static let wantedOneTimeKeys = 100
  /// How many are kept of each kind; the oldest are given up for new ones.
  static let greatestOneTimeKeys = 1000
  /// How many generations are kept.
  static let greatestGenerations = 16
  /// How many there may be for a full one to be replaced before its time.
  ///
  /// The others are for those that are replaced each week, so that a flood of sessions gives up no keys that messages on
  /// their way need.
  static let greatestGenerationsOfFlood = 10

  private static let day: UInt64 = 24 * 60 * 60

  /// The suites that new signed parts offer.
  var suites: SuiteList
  /// The newest generation is the last one; there is always one.
  var generations: [PrekeyGeneration]
  /// The signed part of the newest generation.
  var signedPart: SignedPart
  /// Private halves of X25519, the oldest first.
  var oneTimeKeys: [OneTimeSecret] = []
  /// Seeds of keys for encapsulation, the oldest first.
  var oneTimeEncapsulationKeys: [OneTimeSecret] = []
  /// The number of the next one-time key.
  var nextIdentifier: UInt32 = 1

  /// Makes the first generation.
  ///
  /// - Parameters:
  ///   - identity: Signs the keys.
  ///   - suites: The suites to offer, of which at most one has a key encapsulation mechanism; `nil` for X25519 alone and
  ///     with ML-KEM-1024, where the system has it.
  ///   - now: The time of day.
  ///   - randomness: Where the keys come from.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/noCommonSuite``, ``MessagingError/core(_:)``,
  ///   ``MessagingError/cryptography(_:)``.
  init(
    for identity: MessagingIdentity,
    suites: [HandshakeSuite]? = nil,
    now: Date,
    randomness: some Randomness = SystemRandomness()
  ) throws(MessagingError) {
    let wanted = suites ?? HandshakeSuite.supported.filter { $0 != .x25519MLKEM768 }
    guard let list = SuiteList(wanted), list.hasOneEncapsulation else { throw .prekey(.noCommonSuite) }
    let (generation, signedPart) = try Self.generation(
      1, for: identity, suites: list, now: now.wholeSeconds, randomness: randomness)
    self.suites = list
    self.signedPart = signedPart
    generations = [generation]
  }

  /// Whether the server should be given new keys.
  ///
  /// - Parameters:
  ///   - remaining: How many one-time keys the server has left.
  ///   - now: The time of day.
  /// - Returns: Whether a new publication is due.
  func needsReplenishment(remaining: Int, now: Date) -> Bool {
    remaining < Self.wantedOneTimeKeys / 4 || needsRotation(now: now)
  }

  /// Whether the signed prekey is due to be replaced: it is old, comes from a future that a wrong clock showed, or so
  /// many sessions without a one-time key used it that it takes no more.
  func needsRotation(now: Date) -> Bool {
    guard let newest = generations.last else { return true }
    let now = now.wholeSeconds
    return now >= newest.made + Self.rotationInterval || now + Self.day < newest.made
      || newest.isFull && generations.count < Self.greatestGenerationsOfFlood
  }

  /// Makes what a server is given, and the private halves for it; replaces the signed prekey when that is due.
  ///
  /// Store the value before the publication leaves.
  ///
  /// - Parameters:
  ///   - count: How many one-time keys to make of each kind, 0 to 1000; those for encapsulation where the suites have one.
  ///   - identity: Signs the keys.
  ///   - now: The time of day.
  ///   - randomness: Where the keys come from.
  /// - Returns: The publication.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/exhausted`` when there are no numbers left,
  ///   ``MessagingError/core(_:)``, ``MessagingError/cryptography(_:)``.
  mutating func publication(
    count: Int,
    as identity: MessagingIdentity,
    now: Date,
    randomness: some Randomness = SystemRandomness()
  ) throws(MessagingError) -> PrekeyPublication {
    var next = self
    try next.rotateIfDue(as: identity, now: now, randomness: randomness)
    let count = min(max(count, 0), Self.greatestOneTimeKeys)
    let keys = try next.makeOneTimeKeys(count, randomness: randomness)
    let encapsulationKeys = try next.makeOneTimeEncapsulationKeys(count, as: identity, randomness: randomness)
    next.nextIdentifier += UInt32(count)
    self = next
    return PrekeyPublication(
      signedPart: signedPart, oneTimeKeys: keys, oneTimeEncapsulationKeys: encapsulationKeys)
  }
}

extension Date {
  /// Whole seconds since 1970, within what a calendar shows.
  var wholeSeconds: UInt64 { UInt64(min(max(timeIntervalSince1970, 0), 253_402_300_799)) }
}
