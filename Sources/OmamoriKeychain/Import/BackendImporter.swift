import OmamoriCore

/// Reads the items of another keychain: the Secret Service, a keychain file, Apple's keychain.
///
/// Safe to use from any thread.
public struct BackendImporter: Sendable {
  private let source: any KeychainBackend
  private let limits: ImportLimits

  /// Chooses a keychain.
  ///
  /// - Parameters:
  ///   - source: The keychain that is read.
  ///   - limits: The bounds to keep.
  public init(_ source: any KeychainBackend, limits: ImportLimits = .standard) {
    (self.source, self.limits) = (source, limits)
  }

  /// Reads all items, those that are synchronizable too.
  ///
  /// - Parameters:
  ///   - accessGroup: The access group to read; `nil` for every one that the caller may use.
  ///   - includingThisDeviceOnly: Whether items that must not leave this device are read; otherwise they are noted.
  ///   - access: What the caller brings along; items with an access control that it does not satisfy are noted.
  /// - Returns: The items and what was left out.
  /// - Throws: ``KeychainError/locked`` and everything else that keeps the keychain from knowing: what cannot be read
  ///   is never taken for absent.
  public func read(
    accessGroup: String? = nil,
    includingThisDeviceOnly: Bool = true,
    access: ItemAccess = .none
  ) async throws(KeychainError) -> ImportResult {
    var builder = ImportBuilder(limits: limits)
    var size = 0
    for item in try await items(accessGroup, includingThisDeviceOnly) {
      let name = item.attributes.text(.label) ?? item.attributes.text(.service) ?? ""
      guard includingThisDeviceOnly || !item.accessibility.isThisDeviceOnly else {
        builder.note(.thisDeviceOnly, named: name)
        continue
      }
      let isWhole = item.accessControl == nil && source.capabilities.contains(.transactions)
      guard let whole = isWhole ? item : try await whole(item, access) else {
        builder.note(.accessControl, named: name)
        continue
      }
      size += whole.secret?.count ?? 0
      guard size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
      try builder.add(NewItem(whole), named: name)
    }
    return builder.result
  }

  /// All items; in one step and with the secrets that can be had in one, where the keychain has transactions.
  private func items(
    _ accessGroup: String?,
    _ includingThisDeviceOnly: Bool
  ) async throws(KeychainError) -> [KeychainItem] {
    var classes: [ItemClass] = [.genericPassword, .internetPassword]
    if source.capabilities.contains(.certificatesAndKeys) { classes += [.certificate, .key] }
    let queries = classes.map { ItemQuery($0, accessGroup: accessGroup, synchronizable: .any, limit: .all) }
    guard source.capabilities.contains(.transactions) else {
      var items: [KeychainItem] = []
      for query in queries { items += try await source.find(query, withSecrets: false, access: .none) }
      guard items.count <= limits.items else { throw .tooMany(limit: limits.items) }
      return items
    }
    let limits = limits
    return try await source.transaction { transaction throws(KeychainError) in
      var items: [KeychainItem] = []
      for query in queries {
        for item in try transaction.find(query, withSecrets: false) {
          guard items.count < limits.items else { throw .tooMany(limit: limits.items) }
          let isWanted =
            item.accessControl == nil && (includingThisDeviceOnly || !item.accessibility.isThisDeviceOnly)
          let whole =
            isWanted ? try transaction.find(ItemQuery(item.reference), withSecrets: true).first : item
          // Never without its secret.
          guard let whole else { throw .contended }
          items.append(whole)
        }
      }
      return items
    }
  }

  /// The item with its secret; `nil` when its access control was not satisfied.
  private func whole(_ item: KeychainItem, _ access: ItemAccess) async throws(KeychainError) -> KeychainItem?
  {
    do throws(KeychainError) {
      let found = try await source.find(ItemQuery(item.reference), withSecrets: true, access: access)
      // An item that was removed meanwhile is one that is not there.
      guard let whole = found.first else { throw .contended }
      return whole
    } catch {
      guard item.accessControl != nil else { throw error }
      switch error {
      case .denied, .invalidated, .wrongCredential, .lockedOut, .unsupported: return nil
      default: throw error
      }
    }
  }
}

extension KeychainBackend {
  /// Stores imported items, all or none of them.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - conflict: What to do about items that are there already.
  /// - Returns: What became of them.
  /// - Throws: ``KeychainError/duplicate`` when one is there and the conflict is refused,
  ///   ``KeychainError/unsupported(_:)`` when the keychain has no transactions, and what
  ///   ``KeychainTransaction/put(_:if:)`` throws. Nothing is changed then.
  public func importItems(
    _ items: [NewItem],
    onConflict conflict: ImportConflict = .refuse
  ) async throws(KeychainError) -> ImportOutcome {
    guard capabilities.contains(.transactions) else { throw .unsupported(.transactions) }
    return try await transaction { transaction throws(KeychainError) in
      var outcome = ImportOutcome()
      for item in items {
        if try transaction.put(item, if: .absent) != nil {
          outcome.added += 1
          continue
        }
        switch conflict {
        case .refuse: throw .duplicate
        case .keep: outcome.kept += 1
        case .replace:
          try transaction.put(item, if: .always)
          outcome.replaced += 1
        }
      }
      return outcome
    }
  }
}
