/// Takes note of what matters for security; a port that the audit log, a logger or a test fulfils.
///
/// Safe to use from any thread.
public protocol SecurityEvents: Sendable {
  /// Takes an event without waiting for anything and without failing; what cannot be kept is the sink's to report.
  func record(_ event: SecurityEvent)
}

extension SecurityEvents where Self == DiscardedSecurityEvents {
  /// A sink that forgets every event.
  public static var discarded: DiscardedSecurityEvents { DiscardedSecurityEvents() }
}

/// Something that matters for security, described without secrets.
///
/// The name and the names of attributes are literals of the program, and an attribute's value is one of the harmless
/// kinds of ``SecurityEvent/Value``, so that no password or token gets in by accident. A value; safe to share between
/// threads.
public struct SecurityEvent: Sendable, Hashable {
  /// The part of the toolkit that saw it.
  @nonexhaustive
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// Keys and sealed data.
    case cryptography
    /// Stored secrets.
    case keychain
    /// Connections, certificates and pins.
    case transport
    /// Signing in, tokens and sessions.
    case authentication
    /// The state of the device.
    case device
    /// Conversations and their keys.
    case messaging
    /// The log itself.
    case log
    /// The app's own events.
    case application
  }

  /// How much attention it needs, in rising order.
  public enum Severity: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Normal operation.
    case information
    /// Unusual, but handled.
    case notice
    /// A protection took effect or a check failed.
    case warning
    /// An attack is likely or a protection is gone.
    case critical

    /// Says whether `left` needs less attention.
    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  /// A value that may stand in a log.
  public enum Value: Sendable, Hashable {
    /// A count, a size or a code.
    case integer(Int)
    /// An answer.
    case flag(Bool)
    /// A literal of the program, such as the name of a state; make it with ``SecurityEvent/Value/label(_:)``.
    case text(SafeText)
    /// The digest of something public, such as a certificate.
    case fingerprint([UInt8])

    /// A literal of the program.
    public static func label(_ literal: StaticString) -> Value { .text(SafeText(literal)) }

    /// A name that is public by nature, such as a host or a key identifier; see ``SafeText/init(publicName:)``.
    public static func publicName(_ name: String) -> Value { .text(SafeText(publicName: name)) }
  }

  /// What happened, such as `transport.pin.mismatch`.
  public let name: String
  /// The part of the toolkit that saw it.
  public let category: Category
  /// How much attention it needs.
  public let severity: Severity
  /// What is known about it.
  public private(set) var attributes: [String: Value] = [:]

  /// Makes an event without attributes.
  public init(_ name: StaticString, _ category: Category, _ severity: Severity) {
    (self.name, self.category, self.severity) = (String(describing: name), category, severity)
  }

  /// The event with one more attribute.
  ///
  /// - Parameters:
  ///   - name: The attribute's name; an earlier value under it is replaced.
  ///   - value: The attribute's value.
  /// - Returns: The event with the attribute.
  public func with(_ name: StaticString, _ value: Value) -> SecurityEvent {
    var event = self
    event.attributes[String(describing: name)] = value
    return event
  }
}

/// A sink that forgets every event, for programs that keep none.
///
/// Has no state; safe to use from any thread.
public struct DiscardedSecurityEvents: SecurityEvents {
  /// Makes a sink.
  public init() {}

  /// Forgets the event.
  public func record(_ event: SecurityEvent) {}
}

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
