/// Finds the token of an application in one of the documents' layouts, whatever version number it wrote down.
///
/// The sample raises its version number even when a step failed, so the number proves nothing: the items say which layout
/// there is. Nothing is changed or removed in the source. Safe to use from any thread.
public struct DocumentLayoutImporter: Sendable {
  /// What was found.
  public struct Found: Sendable {
    /// The newest layout that has an item.
    public let layout: DocumentLayout
    /// The token as an item with a service.
    public let item: NewItem
    /// Older layouts that still have an item, left by a migration that did not finish; they were not read.
    public let leftovers: [DocumentLayout]
  }

  private let source: any KeychainBackend

  /// Chooses the keychain that is read.
  public init(_ source: any KeychainBackend) { self.source = source }

  /// Finds the token.
  ///
  /// - Parameters:
  ///   - service: The service that the item is to have.
  ///   - accessGroup: The access group to look in; `nil` for every one that the caller may use.
  ///   - access: What the caller brings along; layout 2 asks for biometrics.
  /// - Returns: The token; `nil` when there is none in any layout.
  /// - Throws: ``KeychainError/locked`` and everything else that keeps the keychain from knowing. An older token is never
  ///   taken because a newer one could not be read.
  public func find(
    service: String,
    accessGroup: String? = nil,
    access: ItemAccess = .none
  ) async throws(KeychainError) -> Found? {
    guard !service.isEmpty else { throw .invalidRequest(.emptyName) }
    var newest: (layout: DocumentLayout, item: KeychainItem)?
    var leftovers: [DocumentLayout] = []
    for account in [DocumentLayout.v1.account, DocumentLayout.v0.account] {
      let query = ItemQuery(
        .genericPassword, [.account: .text(account), .service: .text("")], accessGroup: accessGroup,
        synchronizable: .any, limit: .all)
      for item in try await source.find(query, withSecrets: false, access: .none) {
        let layout: DocumentLayout =
          account == DocumentLayout.v0.account ? .v0 : item.accessControl == nil ? .v1 : .v2
        if let known = newest, known.layout >= layout {
          leftovers.append(layout)
        } else {
          if let known = newest { leftovers.append(known.layout) }
          newest = (layout, item)
        }
      }
    }
    guard let newest else { return nil }
    let whole = try await source.find(ItemQuery(newest.item.reference), withSecrets: true, access: access)
    guard let whole = whole.first else { throw .contended }
    var item = NewItem(whole)
    item.attributes[.service] = .text(service)
    return Found(layout: newest.layout, item: item, leftovers: leftovers.sorted())
  }
}

/// The layouts in which applications after the documents' migration sample keep their token.
///
/// All are generic passwords without a service.
public enum DocumentLayout: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Account `token`.
  case v0
  /// Account `authToken`.
  case v1
  /// Account `authToken`, with an access control that asks for biometrics.
  case v2

  /// The account of the item.
  public var account: String { self == .v0 ? "token" : "authToken" }

  /// Says whether `left` is the older layout.
  public static func < (left: DocumentLayout, right: DocumentLayout) -> Bool {
    left.rawValue < right.rawValue
  }
}
