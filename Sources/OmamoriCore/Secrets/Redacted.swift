/// A value that is carried along without being printed or encoded by accident.
///
/// For values that are private but no keys: names, addresses, tokens on their way to a header. It prints, reflects and
/// dumps as `<redacted>` and is never `Encodable`, so a type that holds one cannot get a synthesised encoding. The
/// memory is neither locked nor wiped; use ``SecretBytes`` for keys. As safe to share as the value itself.
public struct Redacted<Value> {
  private let value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }

  /// The value; the call is where a reviewer looks.
  public func reveal() -> Value { value }
}

extension Redacted: Sendable where Value: Sendable {}

extension Redacted: RedactedDescription {}

/// A type whose values hold secrets or a user's data, so that printing, reflecting and dumping one shows `<redacted>`.
///
/// A conforming type may describe itself by what is not secret, such as an issuer or a size.
public protocol RedactedDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{}

extension RedactedDescription {
  /// `<redacted>` unless the type says something else.
  public var description: String { "<redacted>" }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
