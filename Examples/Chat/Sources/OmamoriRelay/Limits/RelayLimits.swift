/// How much a relay takes from whom; the defaults are the ones of `Documentation/formats/relay.md`.
public struct RelayLimits: Sendable, Hashable {
  /// The most connections at the same time.
  public var connections = 256
  /// The most connections of one address of the network, or of one /64 of IPv6, at the same time.
  public var connectionsPerPeer = 64
  /// The time for a handshake of TLS.
  public var handshakeTime = Duration.seconds(10)
  /// The time for the head of a request, from its first byte.
  public var headTime = Duration.seconds(10)
  /// The time between two requests.
  public var idleTime = Duration.seconds(60)
  /// The time that a body or an answer has besides the one for its bytes.
  public var bodyTime = Duration.seconds(10)
  /// The least number of bytes a second of a body or an answer; whoever is slower is sent away.
  public var leastRate = 16 << 10
  /// The longest time that a request for envelopes waits for one.
  public var longestWait = Duration.seconds(30)
  /// The most bytes of all bodies that are being received or sent at the same time, those up to 768 KiB left out; one address
  /// of the network has half of them at most.
  public var bodies = 64 << 20
  /// The time that requests under way have to end when the relay is stopped.
  public var stoppingTime = Duration.seconds(3)

  /// The most accounts; a small store takes fewer, so that each has room for its one-time entries.
  public var accounts = 5000
  /// The most registrations an hour from one address of the network.
  public var registrationsPerHour = 30
  /// The most requests of one account at once, refilled by ``requestsPerSecond``.
  public var requests = 600
  /// The requests a second of one account in the long run.
  public var requestsPerSecond = 20
  /// How far a request's time may be from the relay's, in either direction.
  public var clockSkew = Duration.seconds(300)
  /// The most nonces of one account that are remembered: as many as it may send at once, 16 bytes each.
  public var nonces = 600

  /// The most one-time entries that are kept for an account.
  public var oneTimeEntries = 500
  /// The most bundles an hour for one asking account.
  public var bundlesPerHour = 120
  /// The most one-time entries an hour that one account gets of another.
  public var oneTimeEntriesPerPairPerHour = 5
  /// The most one-time entries an hour that are given away for an account.
  public var oneTimeEntriesPerHour = 60

  /// The most bytes of an envelope: those of `Envelope` in OmamoriMessaging.
  public var envelopeSize = 512 << 10
  /// The most envelopes that wait for one recipient; one sender has a share of them.
  public var envelopes = 2000
  /// The most bytes of envelopes that wait for one recipient; one sender has a share of them.
  public var envelopeBytes = 32 << 20
  /// The most bytes of an attachment.
  public var attachmentSize = (16 << 20) + (64 << 10)
  /// The most bytes of the database, which accounts share as ``StoreRoom`` says.
  public var storeBytes = 4 << 30
  /// The most bytes that are kept free on the disk, so that things can be removed when it is full: twice an attachment.
  public var reserveBytes = 32 << 20
  /// How long envelopes, identifiers and attachments are kept.
  public var retention = Duration.seconds(30 * 86_400)

  /// Makes the limits that a relay has by default.
  public init() {}
}
