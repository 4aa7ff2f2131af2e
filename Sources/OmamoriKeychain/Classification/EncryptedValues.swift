import OmamoriCore
import OmamoriCrypto

/// Values in encrypted files, one a value, with a keyset that the keychain keeps.
///
/// The name of a file is a keyed hash, so that the folder shows neither names nor values.
struct EncryptedValues: Sendable {
  private static let account = "encrypted files"
  private static let table = "classified values"
  private static let suffix = ".sealed"

  let folder: String
  let keychain: any KeychainBackend
  let service: String
  let accessGroup: String?

  init(folder: String, keychain: any KeychainBackend, service: String, accessGroup: String?) {
    (self.folder, self.keychain, self.service, self.accessGroup) = (folder, keychain, service, accessGroup)
  }

  func set(_ value: SharedSecretBytes, for name: String) async throws(KeychainError) {
    guard let keyset = try await keyset(isNeeded: true) else { throw .unavailable(.store) }
    let folder = folder
    try await OwnThread.run { () throws(KeychainError) in
      try DataFolder.prepare(folder)
      let path = try folder + "/" + Self.file(name, keyset)
      let sealed: SealedField
      var plain = value.withBytes { bytes in
        // because the buffer stays inside the closure
        unsafe bytes.withUnsafeBytes { unsafe Data($0) }
      }
      defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
      do throws(CryptoError) {
        sealed = try FieldSealer(keyset).seal(plain, in: Self.context(name))
      } catch {
        throw KeychainError(error, at: .dataFile)
      }
      try DataFolder.write(path, Array(sealed.data))
    }
  }

  func value(for name: String) async throws(KeychainError) -> SharedSecretBytes? {
    guard let keyset = try await keyset(isNeeded: false) else { return nil }
    let folder = folder
    return try await OwnThread.run { () throws(KeychainError) in
      let limit = ClassifiedStore.greatestValue + SealedField.overhead
      let file = try Self.file(name, keyset)
      guard let sealed = try DataFolder.read(file, in: folder, limit: limit) else { return nil }
      do throws(CryptoError) {
        var plain = try FieldSealer(keyset).open(SealedField(Data(sealed)), in: Self.context(name))
        defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
        return SharedSecretBytes(SecretBytes(copying: plain))
      } catch {
        throw KeychainError(error, at: .dataFile)
      }
    }
  }

  func remove(_ name: String) async throws(KeychainError) -> Bool {
    guard let keyset = try await keyset(isNeeded: false) else { return false }
    let folder = folder
    return try await OwnThread.run { () throws(KeychainError) in
      try DataFolder.remove(folder + "/" + Self.file(name, keyset))
    }
  }

  // MARK: - Keys and names

  /// The keyset; one is made only when the keychain says that there is none, and never because it is locked.
  private func keyset(isNeeded: Bool) async throws(KeychainError) -> Keyset? {
    if let keyset = try await storedKeyset() { return keyset }
    // Files without their keys are not "none", and new keys would hide that the old ones have to be brought back.
    let folder = folder
    let hasFiles = try await OwnThread.run { () throws(KeychainError) in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { $0.hasSuffix(Self.suffix) }
    }
    // Another process may have made the keys and stored a value between the two looks.
    guard !hasFiles else {
      if let keyset = try await storedKeyset() { return keyset }
      throw .invalidated
    }
    guard isNeeded else { return nil }
    let made: Keyset
    do throws(CryptoError) {
      made = try Keyset()
    } catch {
      throw KeychainError(error, at: .item)
    }
    let item = NewItem(
      .genericPassword, attributes, secret: SharedSecretBytes(made.exportedPlaintextExposingEveryKey()),
      accessGroup: accessGroup, accessibility: .afterFirstUnlock)
    if try await keychain.put(item, if: .absent, access: .none) != nil { return made }
    // Somebody else was faster; theirs counts.
    return try await storedKeyset()
  }

  private func storedKeyset() async throws(KeychainError) -> Keyset? {
    let query = ItemQuery(.genericPassword, attributes, accessGroup: accessGroup)
    guard let item = try await keychain.find(query, withSecrets: true).first else { return nil }
    guard let secret = item.secret else { throw .corrupt(.item) }
    do throws(CryptoError) {
      return try Keyset(importingPlaintext: secret.copy())
    } catch {
      throw KeychainError(error, at: .item)
    }
  }

  private var attributes: ItemAttributes { [.service: .text(service), .account: .text(Self.account)] }

  private static func context(_ name: String) -> FieldContext {
    FieldContext(table: table, column: "value", row: .text(name))
  }

  /// The file of a value.
  private static func file(_ name: String, _ keyset: Keyset) throws(KeychainError) -> String {
    do throws(CryptoError) {
      let hash = try BlindIndex(keyset, table: table, column: "name", normalization: .none).hash(of: name)
      return Base64URL.encode(hash) + suffix
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
  }
}
