#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore
import OmamoriCrypto

/// A file whose content opens a slot.
///
/// A value; safe to share between threads.
struct KeyFile: Sendable {
  /// The sizes that are read, in bytes: below nobody could say that it cannot be guessed.
  static let sizes = 32...1 << 20

  private let file: PrivateFile

  /// Names a file that is there.
  init(path: String) { file = PrivateFile(path: path, place: .keyFile) }

  /// Makes a file of 32 random bytes, readable for its owner only.
  ///
  /// - Throws: ``KeychainError/storeExists`` when something stands there, ``KeychainError/file(_:code:)``.
  init(creating path: String) throws(KeychainError) {
    self.init(path: path)
    try file.create(SymmetricKey(size: .bits256).secretBytes)
  }

  /// The content as a key, of any length, to derive keys from.
  ///
  /// - Throws: ``KeychainError/insecurePermissions(_:)`` for a file that others may read, ``KeychainError/invalidRequest(_:)``
  ///   for fewer than 32 bytes, ``KeychainError/tooLarge(limit:)``, ``KeychainError/file(_:code:)``.
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
#endif
