/// A version of TLS that a policy may allow.
///
/// A value; safe to share between threads.
public enum TLSVersion: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// TLS 1.2 (RFC 5246), with the forward-secret suites of App Transport Security alone.
  case tls12 = 0x0303
  /// TLS 1.3 (RFC 8446).
  case tls13 = 0x0304

  /// Orders the versions by age.
  public static func < (first: TLSVersion, second: TLSVersion) -> Bool { first.rawValue < second.rawValue }
}
