/// A sink that keeps every event, for tests.
///
/// Safe to use from any thread.
@_spi(Testing)
public final class RecordedSecurityEvents: SecurityEvents {
  private let state = Protected<[SecurityEvent]>([])

  /// Makes an empty sink.
  public init() {}

  /// The events so far, in their order.
  public var events: [SecurityEvent] { state.current }

  /// Keeps the event.
  public func record(_ event: SecurityEvent) { state.withLock { $0.append(event) } }
}
