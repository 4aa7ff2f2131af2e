import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file whose content opens a slot.
struct KeyFile: Sendable {
  /// The sizes that are read, in bytes: below nobody could say that it cannot be guessed.
  static let sizes = 32...1 << 20

  private let file: PrivateFile

  /// Names a file that is there.
  init(path: String) { file = PrivateFile(path: path, place: .keyFile) }

  /// Makes a file of 32 random bytes, readable for its owner only.
  ///
  /// - Throws: `KeychainError.storeExists` when something stands there, `KeychainError.file(_:code:)`.
  init(creating path: String) throws(KeychainError) {
    self.init(path: path)
    try file.create(SymmetricKey(size: .bits256).secretBytes)
  }

  /// The content as a key, of any length, to derive keys from.
  ///
  /// - Throws: `KeychainError.insecurePermissions(_:)` for a file that others may read, `KeychainError.invalidRequest(_:)`
  ///   for fewer than 32 bytes, `KeychainError.tooLarge(limit:)`, `KeychainError.file(_:code:)`.
  func key() throws(KeychainError) -> SymmetricKey {
    let found: SharedSecretBytes?
    do throws(KeychainError) {
      found = try file.read(0...Self.sizes.upperBound)
    } catch .corrupt {
      throw .tooLarge(limit: Self.sizes.upperBound)
    }
    guard let content = found else { throw .file(.keyFile, code: ENOENT) }
    guard content.count >= Self.sizes.lowerBound else { throw .invalidRequest(.weakSecret) }
    return SymmetricKey(content)
  }
}

/// A credential that systemd put into a folder for a service.
///
/// Who may read it is systemd's business, which uses access lists that a mode does not show.
///
/// Source: <https://systemd.io/CREDENTIALS/>.
struct CredentialFile: Sendable {
  /// The most bytes of a credential, as systemd has it.
  static let greatestByteCount = 1 << 20

  private let path: String

  /// Finds a credential by its name.
  ///
  /// - Throws: `KeychainError.unavailable(_:)` outside of a service that has credentials.
  init(name: String, _ services: SlotServices) throws(KeychainError) {
    guard let folder = services.credentialsFolder, folder.hasPrefix("/") else {
      throw .unavailable(.systemdCredentials)
    }
    guard Self.isName(name) else { throw .invalidRequest(.name) }
    path = "\(folder)/\(name)"
  }

  /// Whether systemd takes it as the name of a credential, which is the name of a file in one folder.
  static func isName(_ name: String) -> Bool {
    1...255 ~= name.utf8.count && name != "." && name != ".."
      && !name.utf8.contains { $0 == 0x2F || $0 == 0x3A || $0 < 0x20 || $0 == 0x7F }
  }

  /// The bytes as a key.
  ///
  /// - Throws: `KeychainError.invalidRequest(_:)` for fewer than 32 bytes, `KeychainError.unavailable(_:)`.
  func key() throws(KeychainError) -> SymmetricKey {
    let content = try content()
    guard content.count >= KeyFile.sizes.lowerBound else { throw .invalidRequest(.weakSecret) }
    return SymmetricKey(content)
  }

  /// The text as a passphrase, without a line feed at its end.
  ///
  /// - Throws: `KeychainError.invalidRequest(_:)` for an empty one, `KeychainError.unavailable(_:)`.
  func passphrase() throws(KeychainError) -> Password {
    let passphrase = Password(
      try content().withBytes { bytes in
        let last = bytes.byteCount - 1
        // because the offset is below the number of bytes
        let endsLine = unsafe last >= 0 && bytes.unsafeLoad(fromByteOffset: last, as: UInt8.self) == 0x0A
        return SecretBytes(copying: endsLine ? bytes.extracting(..<last) : bytes)
      })
    guard !passphrase.isEmpty else { throw .invalidRequest(.weakSecret) }
    return passphrase
  }

  private func content() throws(KeychainError) -> SharedSecretBytes {
    let file: FileDescriptor? =
      // because it makes no difference why there is none
      try? FileDescriptor(path.utf8, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard let file else { throw .unavailable(.systemdCredentials) }
    if let size = (try? file.status())?.size, size > Self.greatestByteCount {
      throw .tooLarge(limit: Self.greatestByteCount)
    }
    return try PrivateFile.read(file, 0...Self.greatestByteCount, .keyFile)
  }
}
