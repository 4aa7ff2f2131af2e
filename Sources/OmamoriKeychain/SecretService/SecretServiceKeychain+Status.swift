#if !canImport(Darwin)
import OmamoriCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SecretServiceKeychain {
  /// What can be said about the service and its collection.
  ///
  /// - Parameter dataFolder: The folder of the person's programs' data, where gnome-keyring has its files; `nil` for the
  ///   one that `XDG_DATA_HOME` or `HOME` names.
  /// - Returns: The status.
  /// - Throws: ``KeychainError/unavailable(_:)`` when there is no service or no collection.
  public func status(dataFolder: String? = nil) async throws(KeychainError) -> SecretServiceStatus {
    let collection = try await client.collection()
    let isLocked = try await client.isLocked(collection)
    let encryption = Self.encryption(of: collection, in: dataFolder)
    guard !isLocked else {
      return SecretServiceStatus(
        isLocked: true, encryption: encryption, items: nil, duplicates: nil, foreignItems: nil)
    }
    var (items, duplicates) = (0, 0)
    for itemClass in ItemClass.allCases where itemClass != .identity {
      let query = ItemQuery(itemClass, synchronizable: .any, limit: .all)
      let found = try await matches(ItemMatcher(query, options.accessGroups), in: collection)
      items += found.count
      duplicates += found.count { !$0.copies.isEmpty }
    }
    return SecretServiceStatus(
      isLocked: false, encryption: encryption, items: items, duplicates: duplicates,
      foreignItems: try await client.foreignItemCount(of: collection))
  }

  private static func encryption(
    of collection: String, in dataFolder: String?
  ) -> SecretServiceStatus.Encryption {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      dataFolder ?? environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" } ?? ""
    guard let name = collection.split(separator: "/").last, !folder.isEmpty else { return .unknown }
    let path = folder + "/keyrings/\(name).keyring"
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return .unknown }
    defer { _ = close(file) }
    var start = [UInt8](repeating: 0, count: 12)
    guard unsafe read(file, &start, start.count) > 0 else { return .unknown }  // because it has so many bytes
    if start.starts(with: "GnomeKeyring".utf8) { return .encrypted }
    return start.starts(with: "[keyring]".utf8) ? .plainText : .unknown
  }
}
#endif
