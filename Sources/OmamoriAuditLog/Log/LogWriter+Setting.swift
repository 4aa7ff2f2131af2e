import OmamoriCore

extension LogWriter {
  /// What a log is written with.
  struct Setting: Sendable {
    let storage: any LogStorage
    let identity: LogIdentity
    let readers: [AuditorKey]
    let settings: AuditLogSettings
    let encoder: EventEncoder
    let clock: any WallClock
    let door: LogDoor
    let plain: PlainQueue
    let state: Protected<LogState>
    let anchors: AnchorKeeper
    let segments: SegmentIndex
  }
}
