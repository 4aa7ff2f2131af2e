import OmamoriCore
import OmamoriCrypto

/// One of the things that making or exchanging a key consists of, in an order in which a program may end between any two
/// of them and no key is lost.
enum KeyStep: Sendable {
  /// There must be none of these.
  case requireNone(ItemQuery)
  case put(NewItem)
  case update(ItemQuery, ItemChanges)
  /// As an update, of something that must still be there.
  case require(ItemQuery, ItemChanges)
  case remove(ItemQuery)

  /// Does all of them: as one where the store can, else one after the other.
  ///
  /// - Parameters:
  ///   - steps: What to do.
  ///   - backend: The store.
  ///   - access: What the caller brings along.
  ///   - hasControl: Whether a key has an access control; nobody can be asked within a transaction.
  /// - Throws: ``KeychainError``; ``KeychainError/duplicate`` when there is something that must not be there, and
  ///   ``KeychainError/contended`` when something is gone that must be.
  static func run(
    _ steps: [KeyStep], on backend: any KeychainBackend, _ access: ItemAccess, hasControl: Bool
  ) async throws(KeychainError) {
    guard backend.capabilities.contains(.transactions), !hasControl else {
      for step in steps { try await step.run(on: backend, access) }
      return
    }
    try await backend.transaction { transaction throws(KeychainError) in
      for step in steps { try step.run(in: transaction) }
    }
  }

  private func run(in transaction: any KeychainTransaction) throws(KeychainError) {
    switch self {
    case .requireNone(let query):
      guard try transaction.find(query, withSecrets: false).isEmpty else { throw .duplicate }
    case .put(let item): guard try transaction.put(item, if: .absent) != nil else { throw .duplicate }
    case .update(let query, let changes): _ = try transaction.update(query, changes)
    case .require(let query, let changes):
      guard try transaction.update(query, changes) > 0 else { throw .contended }
    case .remove(let query): _ = try transaction.remove(query)
    }
  }

  private func run(on backend: any KeychainBackend, _ access: ItemAccess) async throws(KeychainError) {
    switch self {
    case .requireNone(let query):
      guard try await backend.find(query).isEmpty else { throw .duplicate }
    case .put(let item):
      guard try await backend.put(item, if: .absent, access: access) != nil else { throw .duplicate }
    case .update(let query, let changes): _ = try await backend.update(query, changes, access: access)
    case .require(let query, let changes):
      guard try await backend.update(query, changes, access: access) > 0 else { throw .contended }
    case .remove(let query): _ = try await backend.remove(query)
    }
  }
}
