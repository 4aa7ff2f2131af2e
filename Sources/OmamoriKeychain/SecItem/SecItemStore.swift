import OmamoriCore

/// The rules of a ``KeychainBackend`` in terms of Apple's four functions.
///
/// Everything here can be tested without Apple's keychain; what is left to the adapter is to call it. Safe to share
/// between threads.
package struct SecItemStore<System: SecItemSystem>: Sendable {
  /// What all such stores can do.
  package static var capabilities: KeychainCapabilities {
    [.accessControl, .accessibility, .certificatesAndKeys, .persistent]
  }

  let system: System
  let group: SecItemGroup

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - system: Apple's keychain.
  ///   - accessGroup: Where new items go; `nil` for the program's first group.
  package init(_ system: System, accessGroup: String?) {
    (self.system, group) = (system, SecItemGroup(accessGroup))
  }

  /// Runs an operation that ends when the task is cancelled.
  ///
  /// - Parameters:
  ///   - access: What the caller brings along.
  ///   - body: The operation.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``KeychainError/cancelled``.
  func operation<Value: Sendable>(
    _ access: ItemAccess, _ body: (System.Session) async throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    let session = system.session(access)
    let result = await withTaskCancellationHandler {
      do throws(KeychainError) {
        return Result<Value, KeychainError>.success(try await body(session))
      } catch {
        // A context that is gone looks like a refusal.
        let isEnded = Task.isCancelled && (error == .denied || error == .locked)
        return .failure(isEnded ? .cancelled : error)
      }
    } onCancel: {
      session.invalidate()
    }
    return try result.get()
  }

  /// Whether the keychain can be used now.
  @concurrent package func lockState() async -> KeychainLockState {
    SecItemProbe.lockState(system.session(.none))
  }
}
