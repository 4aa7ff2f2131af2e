import OmamoriCore

extension SecItemStore {
  /// Removes all items that match; see ``KeychainBackend/remove(_:)``.
  ///
  /// One `SecItemDelete`, unless the store's own items match too: then one for each item.
  @concurrent package func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try SecItemRules.check(query)
    try ItemRules.checkForChange(query)
    return try await operation(.none) { session throws(KeychainError) in
      let (records, matchesMarkers) = try list(query, .all, session)
      let markers = SecItemMarkers(session: session)
      let old = try markers.markers(of: records)
      guard !records.isEmpty else {
        try forget(query, markers)
        return 0
      }
      if matchesMarkers {
        for record in records { try delete(.conditions(record.reference), session) }
      } else {
        try delete(.conditions(query), session)
      }
      // After the items: a marker without an item says that the item is gone, the safe mistake.
      for record in records where !record.isSynchronizable {
        try markers.replace(old[record.place], with: nil, at: record.place)
      }
      return records.count
    }
  }

  private func delete(_ conditions: SecItemDictionary, _ session: System.Session) throws(KeychainError) {
    guard !Task.isCancelled else { throw .cancelled }
    let outcome = SecItemOutcome(status: try session.perform(.delete(conditions)).status)
    // Somebody else was faster, and the items are gone as was asked.
    if outcome != .notFound, let error = error(of: outcome, session) { throw error }
  }

  /// Removes what is left of an item that the system has removed.
  private func forget(_ query: ItemQuery, _ markers: SecItemMarkers<System.Session>) throws(KeychainError) {
    guard let itemClass = query.itemClass, query.synchronizable != .yes else { return }
    let tag = SecItemMarker.tag(itemClass, query.attributes)
    for (place, marker) in try markers.list(.all, query.accessGroup, tag) {
      try markers.replace(marker, with: nil, at: place)
    }
  }
}
