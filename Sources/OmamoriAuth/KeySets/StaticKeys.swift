/// Keys that are known beforehand.
///
/// A value; safe to share between threads.
public struct StaticKeys: KeySource {
  /// The keys.
  public let keys: JSONWebKeySet

  /// Takes a set of keys.
  public init(_ keys: JSONWebKeySet) { self.keys = keys }

  /// Takes one key.
  ///
  /// - Parameter key: The key.
  /// - Throws: Nothing for one key.
  public init(_ key: JSONWebKey) throws(AuthError) { keys = try JSONWebKeySet([key]) }

  /// The keys, whatever the header says.
  public func keys(for header: TokenHeader) -> JSONWebKeySet { keys }
}
