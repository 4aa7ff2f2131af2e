import OmamoriCore
import OmamoriCrypto

/// Carries an account to another store or device: the identity, the address, known peers and what the application keeps.
///
/// An export never has sending state: no session, no prekey, no sender key. A store that is restored from it starts new
/// sessions, which peers see as the same identity with a new session. Whoever opens an export can speak as its owner, so
/// it is sealed to a passphrase or to a recovery key. An export that was made while two devices were in use belongs to
/// one of them: do not use both afterwards.
///
/// Specified in Documentation/formats/messaging-export.md. Has no state; safe to use from any thread.
public enum MessagingExport {
  /// Exports an account.
  ///
  /// The work takes as long as one guess of the passphrase, on a thread of its own.
  ///
  /// - Parameters:
  ///   - store: The store with the account.
  ///   - secret: What opens the export.
  /// - Returns: The export, at most 65 MiB.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/missing`` when there is no account,
  ///   ``MessagingError/cryptography(_:)`` for a secret that is empty or too cheap to guess, and what the store throws.
  public static func make(
    from store: any ConversationStore, sealedWith secret: ExportSecret
  ) async throws(MessagingError) -> [UInt8] {
    var entries: [ExportContents.Entry] = []
    for kind in ExportContents.kinds {
      for name in try await store.names(of: kind) {
        guard let record = try await store.record(name) else { continue }
        entries.append(ExportContents.Entry(name: name, bytes: record.bytes))
      }
    }
    guard entries.contains(where: { $0.name.kind == .account }) else { throw .storage(.missing) }
    let contents = try ExportContents(entries)
    do throws(CryptoError) {
      return try await SlowThread.run { () throws(CryptoError) in
        let encryptor = try FileEncryptor(password: secret.password, cost: secret.cost)
        let plain = contents.encoded(for: secret.kind)
        defer { plain.wipe() }
        let file = try encryptor.encrypt(plain.bytes)
        return ExportEnvelope(kind: secret.kind, file: file).encoded
      }
    } catch {
      throw .cryptography(error)
    }
  }

  /// What opens an export.
  ///
  /// - Parameter export: The export.
  /// - Returns: What a person is to be asked for.
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/invalid`` when it is none or was damaged,
  ///   ``BackupFault/newerVersion`` when a newer version made it.
  public static func secretKind(of export: [UInt8]) throws(MessagingError) -> ExportSecretKind {
    try ExportEnvelope(decoding: export).kind
  }

  /// Opens an export.
  ///
  /// - Throws: ``MessagingError/backup(_:)``, ``MessagingError/cryptography(_:)``.
  static func contents(
    of export: [UInt8], openedWith secret: ExportSecret
  ) async throws(MessagingError) -> ExportContents {
    let envelope = try ExportEnvelope(decoding: export)
    guard envelope.kind == secret.kind else { throw .backup(.wrongSecret) }
    let file = envelope.file
    let plain: SharedSecretBytes
    do throws(CryptoError) {
      plain = try await SlowThread.run { () throws(CryptoError) in
        let decryptor = FileDecryptor(passwords: [secret.password])
        let plain = PlainExport(takingOver: try decryptor.decrypt(file))
        defer { plain.wipe() }
        return SharedSecretBytes(SecretBytes(copying: plain.bytes))
      }
    } catch {
      switch error {
      case .noMatchingKey: throw .backup(.wrongSecret)
      case .outOfMemory, .overloaded, .cancelled: throw .cryptography(error)
      default: throw .backup(.invalid)
      }
    }
    return try plain.withBytes { bytes throws(MessagingError) in
      try ExportContents(decoding: bytes, openedWith: secret.kind)
    }
  }
}
