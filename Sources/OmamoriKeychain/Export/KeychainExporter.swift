import OmamoriCore
public import OmamoriCrypto

/// Writes the items of a keychain into an encrypted file, and stores them from one again.
///
/// The plaintext is in memory only, never on a disk; ``ImportLimits`` bounds it. The file is one of `FileEncryptor`, for
/// recipients or with a password. Safe to use from any thread.
public struct KeychainExporter: Sendable {
  private let keychain: any KeychainBackend
  private let limits: ImportLimits

  /// Chooses a keychain.
  ///
  /// - Parameters:
  ///   - keychain: The keychain that is exported or restored.
  ///   - limits: The bounds to keep.
  public init(_ keychain: any KeychainBackend, limits: ImportLimits = .standard) {
    (self.keychain, self.limits) = (keychain, limits)
  }

  /// Exports items.
  ///
  /// - Parameters:
  ///   - path: The file, which is made with 0600.
  ///   - encryptor: Who can read it.
  ///   - accessGroup: The access group to export; `nil` for every one that the caller may use.
  ///   - includingThisDeviceOnly: Whether items that must not leave this device are exported; otherwise they are noted.
  ///   - replacesExisting: Whether a file that stands there is replaced.
  ///   - access: What the caller brings along; items with an access control that it does not satisfy are noted.
  /// - Returns: What the file holds.
  /// - Throws: ``KeychainError``; nothing is left of the file then.
  public func export(
    to path: String,
    encryptor: FileEncryptor,
    accessGroup: String? = nil,
    includingThisDeviceOnly: Bool = false,
    replacesExisting: Bool = false,
    access: ItemAccess = .none
  ) async throws(KeychainError) -> ExportReport {
    let result = try await BackendImporter(keychain, limits: limits).read(
      accessGroup: accessGroup, includingThisDeviceOnly: includingThisDeviceOnly, access: access)
    let limits = limits
    try await OwnThread.run { () throws(KeychainError) in
      var writer = try ExportWriter(result.items, limits: limits)
      defer { writer.wipe() }
      do throws(CryptoError) {
        let file = try encryptor.encrypt(writer.bytes)
        // because UInt8 has no padding
        try unsafe WholeFile.write(path, file.byteSpan.bytes, replacing: replacesExisting)
      } catch {
        throw KeychainError(error, at: .exchange)
      }
    }
    return ExportReport(result)
  }

  /// Reads an export without storing it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - decryptor: Has the key or the password.
  /// - Returns: The items.
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/corrupt(_:)``,
  ///   ``KeychainError/malformedImport(line:)``, ``KeychainError/file(_:code:)`` and others.
  public func items(
    from path: String,
    decryptor: FileDecryptor
  ) async throws(KeychainError) -> [NewItem] {
    let limits = limits
    return try await OwnThread.run { () throws(KeychainError) in
      var plain: [UInt8]
      do throws(CryptoError) {
        // What encryption adds: a header with recipients and a tag a chunk.
        guard let file = try WholeFile.read(path, limit: limits.bytes + limits.bytes / 64 + (1 << 20)) else {
          throw .file(.openSource, code: Self.notThere)
        }
        plain = try decryptor.decrypt(file)
      } catch {
        throw KeychainError(error, at: .exchange)
      }
      defer { PlainBytes.wipe(&plain) }
      var reader = ExportReader(plain, limits: limits)
      return try reader.items()
    }
  }

  /// Stores the items of an export, all or none of them.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - decryptor: Has the key or the password.
  ///   - conflict: What to do about items that are there already.
  /// - Returns: What became of the items.
  /// - Throws: ``KeychainError/duplicate`` when one is there and the conflict is refused, and what
  ///   ``items(from:decryptor:)`` throws. Nothing is changed then.
  public func restore(
    from path: String,
    decryptor: FileDecryptor,
    onConflict conflict: ImportConflict = .refuse
  ) async throws(KeychainError) -> ImportOutcome {
    let items = try await items(from: path, decryptor: decryptor)
    return try await keychain.importItems(items, onConflict: conflict)
  }

  /// Reads the plaintext of an export, for a store of one's own and for tests with hostile input.
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - limits: The bounds to keep.
  /// - Returns: The items.
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/newerFormat(version:)`` and others.
  public static func read(
    plaintext bytes: [UInt8],
    limits: ImportLimits = .standard
  ) throws(KeychainError) -> [NewItem] {
    var reader = ExportReader(bytes, limits: limits)
    return try reader.items()
  }

  /// ENOENT, the same number on every system.
  private static let notThere: Int32 = 2
}

/// What an export holds and what it does not.
public struct ExportReport: Sendable {
  /// How many items were exported.
  public let exported: Int
  /// What was left out, at most 10,000.
  public let notes: [ImportNote]
  /// How often each reason occurred.
  public let counts: [ImportReason: Int]

  package init(_ result: ImportResult) {
    (exported, notes, counts) = (result.items.count, result.notes, result.counts)
  }
}

/// The plaintext of an export: `OMKX`, a version, the number of items, and the items as tagged fields.
///
/// Documentation/formats/keychain-export.md has it in full. It exists in memory only.
enum ExportFormat {
  static let magic = Array("OMKX".utf8)
  static let version: UInt8 = 1
  static let headerByteCount = 9

  /// The fields of an item.
  enum Field: UInt8 {
    case itemClass = 1
    case accessibility = 2
    case accessGroup = 3
    case synchronizable = 4
    case constraints = 5
    case secret = 6
    case attribute = 7
  }
}
