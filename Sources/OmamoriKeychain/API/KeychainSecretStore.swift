public import OmamoriCore

/// A keychain as the port through which the toolkit's other modules keep secrets.
///
/// Safe to use from any thread.
public struct KeychainSecretStore: SecretStore {
  private let keychain: Keychain
  private let accessibility: ItemAccessibility

  /// Makes a store of the keys of a keychain.
  ///
  /// - Parameters:
  ///   - keychain: The keychain; the names are those of its keys.
  ///   - accessibility: When new secrets can be used.
  public init(_ keychain: Keychain, accessibility: ItemAccessibility = .afterFirstUnlockThisDeviceOnly) {
    (self.keychain, self.accessibility) = (keychain, accessibility)
  }

  /// A copy of the secret called `name`, or `nil` when there is none.
  public func secret(named name: String) async throws(CoreError) -> SecretBytes? {
    do throws(KeychainError) {
      return try await keychain.secret(for: key(name))
    } catch {
      throw .secretStore(error.secretStoreProblem)
    }
  }

  /// Adds a secret and says `true`, or says `false` when there is one of that name.
  public func insert(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) -> Bool {
    let shared = SharedSecretBytes(secret.copy())
    do throws(KeychainError) {
      let item = try keychain.place.item(shared, key(name))
      return try await keychain.backend.put(item, if: .absent, access: .none) != nil
    } catch {
      throw .secretStore(error.secretStoreProblem)
    }
  }

  /// Puts a secret in the place of the one called `name`, or adds it.
  public func replace(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) {
    let shared = SharedSecretBytes(secret.copy())
    do throws(KeychainError) {
      try await keychain.set(shared, for: key(name))
    } catch {
      throw .secretStore(error.secretStoreProblem)
    }
  }

  /// Removes the secret called `name` and says whether there was one.
  public func remove(named name: String) async throws(CoreError) -> Bool {
    do throws(KeychainError) {
      return try await keychain.remove(key(name))
    } catch {
      throw .secretStore(error.secretStoreProblem)
    }
  }

  private func key(_ name: String) -> Keychain.Key<SharedSecretBytes> {
    Keychain.Key(name, accessibility: accessibility)
  }
}

extension KeychainError {
  /// What a ``SecretStore`` says of the error.
  var secretStoreProblem: SecretStoreProblem {
    switch self {
    case .locked: .locked
    case .denied, .wrongCredential, .lockedOut, .accessGroupDenied, .insecurePermissions: .denied
    case .cancelled: .cancelled
    case .invalidated: .invalidated
    case .corrupt, .rolledBack, .anchorBehind, .wrongType: .corrupt
    default: .unavailable
    }
  }
}
