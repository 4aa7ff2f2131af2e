import OmamoriCore

/// The access group that new items go to.
///
/// It is said in every query for the one item that a new one would replace; without it an item of the same names in
/// another group would match. Safe to share between threads.
struct SecItemGroup: Sendable {
  private let known: Protected<String?>

  /// Takes the group, or `nil` to find out the program's first one.
  init(_ name: String?) { known = Protected(name) }

  /// The group.
  ///
  /// - Throws: ``KeychainError``, such as ``KeychainError/locked`` before the first unlocking.
  func name(_ session: some SecItemSession) throws(KeychainError) -> String {
    if let name = known.current { return name }
    let name = try SecItemProbe.defaultGroup(session)
    known.withLock { $0 = name }
    return name
  }
}
