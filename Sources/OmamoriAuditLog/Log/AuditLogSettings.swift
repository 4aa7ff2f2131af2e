import OmamoriCore

/// How a log is kept.
///
/// The defaults suit a server or an app that writes up to some thousand events a second.
public struct AuditLogSettings: Sendable, Hashable {
  /// The name of the log's keys in the secret store, one a log: two logs with the same keys could be exchanged.
  public var name = "audit-log"
  /// What becomes of values that look like secrets.
  public var screening = SecretScreening.redact
  /// What becomes of events that come too fast.
  public var backPressure = BackPressure.wait
  /// How many bytes of events wait in memory for the disk, from 64 KiB.
  public var greatestBacklog = 4 << 20
  /// How long it is silent before a heartbeat shows that it still runs; at least a second.
  public var heartbeat = Duration.seconds(60)
  /// After how many records a checkpoint is signed and given to the anchors; at least 1.
  public var checkpointRecords = 10_000
  /// After what time with new records a checkpoint is signed and given to the anchors; at least a second.
  public var checkpointInterval = Duration.seconds(300)
  /// The size in bytes at which a segment ends and the next one begins; at least 64 KiB.
  public var segmentSize = 64 << 20
  /// The age at which a segment ends and the next one begins; at least a minute.
  public var segmentAge = Duration.seconds(86_400)
  /// How much of the past is kept; `nil` for everything.
  public var retention: LogRetention?
  /// The most bytes that the log may have on the disk; `nil` for no limit.
  ///
  /// When it is reached, ``LogStorageFault/full`` is thrown unless retention makes room.
  public var greatestSize: Int?
  /// Whether this machine can read the log again.
  public var localReading = LocalReading.off
  /// How many bytes of records wait in memory in plain form for delivery; before delivery begins at most 16 KiB.
  public var greatestPlainQueue = 8 << 20
  /// Whether an anchor that is gone, although the log was there before, is replaced by a new one when the log is opened.
  ///
  /// What it knew is lost then, and nobody can say whether the end of the log was cut off before; the log records that it
  /// was accepted. Set it once, by the decision of a person, also to give an anchor to a log that had none.
  public var acceptsMissingAnchor = false
  /// What is known about the app, which is recorded once a segment, such as its name and version.
  public var facts: [String: AuditValue] = [:]

  /// Takes the defaults.
  public init() {}

  /// The settings within their limits.
  var limited: AuditLogSettings {
    var settings = self
    settings.greatestBacklog = max(greatestBacklog, 64 << 10)
    settings.heartbeat = max(heartbeat, .seconds(1))
    settings.checkpointRecords = max(checkpointRecords, 1)
    settings.checkpointInterval = max(checkpointInterval, .seconds(1))
    settings.segmentSize = max(segmentSize, 64 << 10)
    settings.segmentAge = max(segmentAge, .seconds(60))
    return settings
  }
}

/// What becomes of an event when more come than the disk takes.
///
/// What the sink for other modules gets never waits, whatever is chosen.
public enum BackPressure: Sendable, Hashable, CaseIterable {
  /// Appending waits until there is room.
  case wait
  /// The newest events are dropped with ``LogStorageFault/overloaded``, and how many is recorded as soon as there is room.
  case dropNewest
  /// Appending fails with ``LogStorageFault/overloaded``, and the caller decides.
  case refuse
}

/// How much of a log's past is kept; what goes beyond is removed in whole segments, and a signed note keeps the rest verifiable.
///
/// Nothing is removed that a collector has not acknowledged, when there is delivery. A value; safe to share between
/// threads.
public struct LogRetention: Sendable, Hashable {
  /// Segments that ended longer ago are removed; `nil` for no limit.
  public var age: Duration?
  /// The oldest segments are removed while all have more bytes; `nil` for no limit.
  public var size: Int?

  /// Names the limits.
  public init(age: Duration? = nil, size: Int? = nil) { (self.age, self.size) = (age, size) }
}

/// What a log wrote since it was opened.
public struct AuditLogStatistics: Sendable, Equatable {
  /// The number of entries of the whole log: events, heartbeats, checkpoints and headers of segments.
  public let size: UInt64
  /// The number of events since it was opened.
  public let events: UInt64
  /// How often the disk was waited for since it was opened.
  public let flushes: UInt64
  /// The newest checkpoint since it was opened.
  public let checkpoint: Checkpoint?
  /// Why nothing is written any more.
  public let failure: AuditLogError?

  init(_ state: LogState) {
    (size, events, flushes) = (state.size, state.events, state.flushes)
    (checkpoint, failure) = (state.checkpoint, state.failure)
  }
}

/// The sink through which the other modules report into a log.
///
/// Safe to use from any thread.
struct AuditLogEvents: SecurityEvents {
  let door: LogDoor

  func record(_ event: SecurityEvent) { door.report(event) }
}
