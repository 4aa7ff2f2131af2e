import OmamoriCore
import OmamoriCrypto

/// The log's own keys, from a secret store.
struct LogSecrets: Sendable {
  /// What the log signs with.
  let identity: LogIdentity
  /// The key for what stands for subjects and hashed fields.
  let fields: SymmetricKey
  /// Who else than the auditor reads.
  let localReaders: [AuditorKey]
  /// Whether the log had its keys before, so that it is no new one even when it has no segment any more.
  let wereThere: Bool

  /// Gets the keys; only a log that has no segment yet gets new ones.
  init(_ settings: AuditLogSettings, _ store: any SecretStore, isNew: Bool) async throws(AuditLogError) {
    let name = settings.name
    wereThere = isNew ? try await Self.isThere(name + ".identity", store) : true
    let signing = try await Self.secret(name + ".identity", store, makesMissing: isNew)
    identity = try LogIdentity(rawRepresentation: signing.copy())
    let tags = try await Self.secret(name + ".fields", store, makesMissing: isNew)
    fields = tags.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    switch settings.localReading {
    case .off: localReaders = []
    case .keychainKey:
      let reading = try await Self.secret(name + ".reading", store, makesMissing: true)
      localReaders = [try AuditorIdentity(rawRepresentation: reading.copy()).key]
    }
  }

  private static func isThere(_ name: String, _ store: any SecretStore) async throws(AuditLogError) -> Bool {
    do throws(CoreError) {
      guard let secret = try await store.secret(named: name) else { return false }
      return secret.count > 0
    } catch {
      throw .core(error)
    }
  }

  private static func secret(
    _ name: String, _ store: any SecretStore, makesMissing: Bool
  ) async throws(AuditLogError) -> SharedSecretBytes {
    let found: SharedSecretBytes?
    do throws(CoreError) {
      if makesMissing {
        found = SharedSecretBytes(try await store.secret(named: name, orInsertingRandom: 32))
      } else if let secret = try await store.secret(named: name) {
        found = SharedSecretBytes(secret)
      } else {
        found = nil
      }
    } catch {
      throw .core(error)
    }
    guard let found else { throw .key(.wrongKey) }
    return found
  }
}

extension AuditorKey {
  /// The key in the form that agrees on secrets.
  var agreementKey: Curve25519.KeyAgreement.PublicKey {
    get throws(AuditLogError) {
      do {
        return try Curve25519.KeyAgreement.PublicKey(rawRepresentation: rawRepresentation)
      } catch {
        throw .key(.invalid)
      }
    }
  }
}

/// What a running log is, for those who ask while it is written.
struct LogState: Sendable {
  /// The number of durable entries.
  var size: UInt64 = 0
  /// The number of durable events.
  var events: UInt64 = 0
  /// How often the disk was waited for.
  var flushes: UInt64 = 0
  /// The newest checkpoint.
  var checkpoint: Checkpoint?
  /// Why nothing is written any more.
  var failure: AuditLogError?
}
