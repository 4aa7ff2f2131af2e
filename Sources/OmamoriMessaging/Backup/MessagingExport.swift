public import OmamoriCore
public import OmamoriCrypto
public import OmamoriKeychain

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
      return try await OwnThread.run { () throws(CryptoError) in
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
      plain = try await OwnThread.run { () throws(CryptoError) in
        let decryptor = FileDecryptor(passwords: [secret.password])
        let plain = PlainExport(takingOver: try decryptor.decrypt(file))
        defer { plain.wipe() }
        return SharedSecretBytes(SecretBytes(copying: plain.bytes))
      }
    } catch {
      switch error {
      case .noMatchingKey: throw .backup(.wrongSecret)
      case .system, .outOfMemory, .overloaded, .cancelled: throw .cryptography(error)
      default: throw .backup(.invalid)
      }
    }
    return try plain.withBytes { bytes throws(MessagingError) in
      try ExportContents(decoding: bytes, openedWith: secret.kind)
    }
  }
}

extension MessagingExport {
  /// Brings an account back; every session there may have been is dead, and peers get a new one at the next contact.
  ///
  /// Nothing is changed unless everything can be. A ``Messenger`` that was open over the store begins nothing any more
  /// when the account is another one; open a new one. Afterwards the account has new prekeys, to be published at once.
  ///
  /// - Parameters:
  ///   - export: What ``make(from:sealedWith:)`` made.
  ///   - secret: What opens it.
  ///   - store: Where the account goes.
  ///   - replacesExisting: Whether an account that is there, and everything that belongs to it, is given up for this one.
  ///   - clock: The time of day.
  ///   - randomness: The source of the new prekeys.
  /// - Returns: What came back.
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/wrongSecret``, ``BackupFault/invalid`` or
  ///   ``BackupFault/newerVersion``; ``MessagingError/storage(_:)`` with ``ConversationStorageFault/exists`` when there is an
  ///   account or anything left of one and it is not to be replaced, with ``ConversationStorageFault/conflict`` when
  ///   another process changed it meanwhile; what the store throws.
  @discardableResult
  public static func restore(
    _ export: [UInt8],
    openedWith secret: ExportSecret,
    into store: any ConversationStore,
    replacingExisting replacesExisting: Bool = false,
    clock: some WallClock = SystemWallClock(),
    randomness: some Randomness = SystemRandomness()
  ) async throws(MessagingError) -> RestoredAccount {
    let contents = try await contents(of: export, openedWith: secret)
    let account = try check(contents)
    var prekeys = try Prekeys(for: account.identity, now: clock.date, randomness: randomness)
    // Old one-time keys that a server may still hand out must not meet new ones of the same number.
    prekeys.nextIdentifier = try number(from: randomness)
    var changes: [RecordName: RecordChange] = [:]
    for kind in RecordKind.allCases {
      for name in try await store.names(of: kind) {
        guard replacesExisting else { throw .storage(.exists) }
        guard let record = try await store.record(name) else { continue }
        changes[name] = RecordChange(name, expectedVersion: record.version, bytes: nil)
      }
    }
    for entry in contents.entries {
      changes[entry.name] = RecordChange(
        entry.name, expectedVersion: changes[entry.name]?.expectedVersion ?? 0, bytes: entry.bytes)
    }
    let name = RecordName(.prekeys)
    changes[name] = RecordChange(
      name, expectedVersion: changes[name]?.expectedVersion ?? 0, bytes: prekeys.encoded)
    do throws(MessagingError) {
      try await store.commit(Array(changes.values))
    } catch {
      throw error == .storage(.conflict) && !replacesExisting ? .storage(.exists) : error
    }
    return RestoredAccount(
      peerCount: contents.entries.count { $0.name.kind == .peer },
      applicationRecordCount: contents.entries.count { $0.name.kind == .application })
  }

  /// Reads every record that the library itself uses, so that nothing unreadable gets into a store.
  private static func check(_ contents: ExportContents) throws(MessagingError) -> MessagingAccount {
    do throws(MessagingError) {
      guard let account = contents.entries.first else { throw .backup(.invalid) }
      for entry in contents.entries where entry.name.kind == .peer {
        guard MessagingAddress(recordKey: entry.name.key) != nil else { throw .backup(.invalid) }
        _ = try PeerRecord(decoding: entry.bytes)
      }
      return try MessagingAccount(decoding: account.bytes)
    } catch {
      throw .backup(.invalid)
    }
  }

  private static func number(from randomness: any Randomness) throws(MessagingError) -> UInt32 {
    do throws(CoreError) {
      return UInt32(truncatingIfNeeded: try randomness.integer(in: 1...1 << 31))
    } catch {
      throw .core(error)
    }
  }
}

/// What a restored export brought back.
public struct RestoredAccount: Sendable, Hashable {
  /// How many peers are known again.
  public let peerCount: Int
  /// How many records of the application came back.
  public let applicationRecordCount: Int
}

/// What opens a ``MessagingExport``, so that a person can be asked for the right thing.
public enum ExportSecretKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A passphrase that a person chose.
  case passphrase = 1
  /// A recovery key or a recovery code, made of random bits.
  case recoveryKey = 2
}

/// What a ``MessagingExport`` is sealed with and opened with.
///
/// It prints as `<redacted>`.
public struct ExportSecret: Sendable {
  /// The shortest recovery key, in bytes.
  public static let shortestRecoveryKey = 16

  /// What it is.
  public let kind: ExportSecretKind
  let password: Password
  let cost: PasswordCost

  private init(_ kind: ExportSecretKind, _ password: Password, _ cost: PasswordCost) {
    (self.kind, self.password, self.cost) = (kind, password, cost)
  }

  /// A passphrase that a person chose.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase; not empty.
  ///   - cost: What one guess costs whoever has the export; Argon2id.
  /// - Returns: The secret.
  public static func passphrase(_ passphrase: Password, cost: PasswordCost = .standard) -> ExportSecret {
    ExportSecret(.passphrase, passphrase, cost)
  }

  /// A key of random bytes, which cannot be guessed and so costs less to use.
  ///
  /// - Parameter key: At least 16 bytes from the system's random source.
  /// - Returns: The secret.
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/weakSecret`` for a key that is too short.
  public static func recoveryKey(_ key: SharedSecretBytes) throws(MessagingError) -> ExportSecret {
    guard key.count >= shortestRecoveryKey else { throw .backup(.weakSecret) }
    return ExportSecret(.recoveryKey, Password(key.copy()), .least)
  }

  /// A recovery code, as the one that opens a keychain file; a person writes it down.
  ///
  /// - Parameter code: The code.
  /// - Returns: The secret.
  public static func recoveryCode(_ code: RecoveryCode) -> ExportSecret {
    ExportSecret(.recoveryKey, Password(code.text()), .least)
  }
}

extension ExportSecret: RedactedDescription {}
