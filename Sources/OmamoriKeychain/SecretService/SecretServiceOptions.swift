#if !canImport(Darwin)
/// How a ``SecretServiceKeychain`` uses the desktop's Secret Service.
///
/// A value; safe to share between threads.
public struct SecretServiceOptions: Sendable, Hashable {
  /// The alias of the collection.
  ///
  /// Where the alias `default` names none, the collection `login` is used.
  public var collection: String
  /// Whether services, accounts and groups are stored as keyed hashes, so that a locked collection shows none of them.
  ///
  /// Desktop keyrings show labels and attributes while they are locked, and keep them in their files in clear or as
  /// plain hashes. Items that were stored with one setting are not found with the other.
  public var hidesNames: Bool
  /// The access groups that may be used.
  public var accessGroups: AccessGroups
  /// The address of the bus; `nil` for the session's.
  public var busAddress: String?
  /// The longest wait for each answer of the service.
  public var timeout: Duration

  /// The default collection of the session's service, with hidden names and a patience of ten seconds.
  public static let standard = SecretServiceOptions()

  /// Makes options; what is left out is as in ``standard``.
  public init(
    collection: String = "default",
    hidesNames: Bool = true,
    accessGroups: AccessGroups = .every,
    busAddress: String? = nil,
    timeout: Duration = .seconds(10)
  ) {
    (self.collection, self.hidesNames, self.accessGroups) = (collection, hidesNames, accessGroups)
    (self.busAddress, self.timeout) = (busAddress, timeout)
  }
}
#endif
