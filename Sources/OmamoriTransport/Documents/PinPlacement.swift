/// Where pins that may match at any depth go in a format that tells the server's key from those above it.
///
/// Only a person knows whose key a digest is of, and a pin in the wrong list refuses every connection. A value; safe to
/// share between threads.
public enum PinPlacement: String, Sendable, Hashable, CaseIterable {
  /// They are keys of the server.
  case leaf
  /// They are keys of authorities.
  case authorities
}
