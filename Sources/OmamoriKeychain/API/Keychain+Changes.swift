import OmamoriCore

extension Keychain {
  /// That a key's value was changed.
  public struct Change: Sendable, Hashable {
    /// What happened; ``KeychainChange/Kind/unknown`` says to read again what is known of the service.
    public let kind: KeychainChange.Kind
    /// The key's name; `nil` when it is not known.
    public let name: String?

    /// Makes a change.
    public init(_ kind: KeychainChange.Kind, _ name: String?) { (self.kind, self.name) = (kind, name) }
  }

  /// The changes of a service's keys, as they happen; ends when the task that reads it is cancelled.
  ///
  /// Safe to share between threads; each reader has its own place only when each asks for its own sequence.
  public struct Changes: AsyncSequence, Sendable {
    /// What the sequence consists of.
    public typealias Element = Change

    package let keychain: Keychain
    package let changes: KeychainChanges
    package let names: [PersistentReference: String]?

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
      Iterator(keychain: keychain, changes: changes.makeAsyncIterator(), names: names)
    }

    /// Reads one change after the other.
    public struct Iterator: AsyncIteratorProtocol {
      package let keychain: Keychain
      package var changes: KeychainChanges.AsyncIterator
      /// The names of the items that are there; `nil` while they are not known.
      package var names: [PersistentReference: String]?
      package var waiting: [Change] = []

      /// The next change of one of the service's keys; `nil` at the end.
      public mutating func next() async -> Change? {
        while waiting.isEmpty {
          guard let change = await changes.next(isolation: #isolation) else { return nil }
          await take(change)
        }
        return waiting.removeFirst()
      }

      private mutating func take(_ change: KeychainChange) async {
        guard let reference = change.reference, change.kind != .unknown, let names else {
          self.names = await keychain.names()
          waiting.append(Change(.unknown, nil))
          return
        }
        let old = names[reference]
        guard change.kind == .stored else {
          if let old { waiting.append(Change(.removed, old)) }
          self.names?[reference] = nil
          return
        }
        do throws(KeychainError) {
          let item = try await keychain.backend.find(ItemQuery(reference)).first
          let new = item.flatMap { keychain.name(of: $0) }
          if let old, old != new { waiting.append(Change(.removed, old)) }
          if let new { waiting.append(Change(.stored, new)) }
          self.names?[reference] = new
        } catch {
          // Locked meanwhile: what is known may be told, what is not may be one of the service's.
          waiting.append(old.map { Change(.stored, $0) } ?? Change(.unknown, nil))
        }
      }
    }
  }

  /// The changes of this service's keys from now on, of this process and of others.
  ///
  /// - Returns: A sequence for one reader. Renaming a key is told as a removal and a storing.
  /// - Throws: ``KeychainError/unsupported(_:)`` when the store does not tell.
  public func changes() async throws(KeychainError) -> Changes {
    let changes = try backend.changes()
    return Changes(keychain: self, changes: changes, names: await names())
  }

  /// The names of the service's items by their references; `nil` when they cannot be read now.
  private func names() async -> [PersistentReference: String]? {
    do throws(KeychainError) {
      let items = try await items()
      return Dictionary(items.map { ($0.reference, name(of: $0) ?? "") }) { _, last in last }
    } catch {
      return nil
    }
  }

  /// The name of an item, if it is one of the service's.
  private func name(of item: KeychainItem) -> String? {
    guard item.itemClass == .genericPassword, item.attributes.text(.service) ?? "" == service,
      accessGroup == nil || item.accessGroup == accessGroup
    else { return nil }
    return item.attributes.text(.account) ?? ""
  }
}
