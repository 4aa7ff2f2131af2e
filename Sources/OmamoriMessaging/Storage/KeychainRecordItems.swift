import OmamoriCore
import OmamoriKeychain

/// Where the items of a ``KeychainConversationStore`` lie in their keychain.
///
/// A value; safe to share between threads.
struct KeychainRecordItems: Sendable {
  /// The name under which the items of one account are found.
  let service: String
  /// The access group; `nil` for the keychain's default one.
  let accessGroup: String?

  private static let headAccount = "store"

  /// The query for the first item of the store.
  var head: ItemQuery { query(service, Self.headAccount) }

  /// The query for the first items of all records of a kind.
  func all(of kind: RecordKind) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text("\(service)/\(kind.rawValue)")], accessGroup: accessGroup,
      limit: .all)
  }

  /// The query for the first item of a record.
  func record(_ kind: RecordKind, _ account: String) -> ItemQuery {
    query("\(service)/\(kind.rawValue)", account)
  }

  /// The query for another item of a record.
  func part(_ index: Int, _ account: String) -> ItemQuery { query("\(service)/parts", "\(account).\(index)") }

  /// The item that a query for one item is for.
  ///
  /// - Parameters:
  ///   - query: One of the queries for one item.
  ///   - secret: The secret.
  ///   - label: What stands beside it, if anything.
  /// - Returns: The item to store.
  func item(_ query: ItemQuery, _ secret: SharedSecretBytes, label: [UInt8]? = nil) -> NewItem {
    var attributes = query.attributes
    attributes[.generic] = label.map { .data(Data($0)) }
    return NewItem(
      .genericPassword, attributes, secret: secret, accessGroup: accessGroup,
      accessibility: .afterFirstUnlockThisDeviceOnly)
  }

  private func query(_ service: String, _ account: String) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text(service), .account: .text(account)], accessGroup: accessGroup)
  }
}

extension KeychainRecordFrame.Label {
  /// The label of an item; `nil` when it has none or a damaged one.
  init?(of item: Item) { self.init(decoding: item.attributes.data(.generic).map { Array($0) }) }
}
