import OmamoriCore
import OmamoriCrypto

/// A folder with data files of one user; its functions block.
enum DataFolder {
  /// Makes the folder when there is none, and refuses one that others can use.
  ///
  /// - Throws: ``KeychainError/insecurePermissions(_:)``, ``KeychainError/file(_:code:)``.
  static func prepare(_ path: String) throws(KeychainError) {
    let isPrivate: Bool
    do throws(CryptoError) {
      isPrivate = try WholeFile.makePrivateFolder(path)
    } catch {
      throw KeychainError(error, at: .folder)
    }
    guard isPrivate else { throw .insecurePermissions(.folder) }
  }

  /// Reads a file; `nil` when there is none.
  static func read(_ path: String, limit: Int) throws(KeychainError) -> [UInt8]? {
    do throws(CryptoError) {
      return try WholeFile.read(path, limit: limit)
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
  }

  /// Replaces a file in one step, with 0600.
  static func write(_ path: String, _ bytes: [UInt8]) throws(KeychainError) {
    do throws(CryptoError) {
      // because UInt8 has no padding
      try unsafe WholeFile.write(path, bytes.byteSpan.bytes, replacing: true)
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
  }

  /// Removes a file; says whether there was one.
  static func remove(_ path: String) throws(KeychainError) -> Bool {
    do throws(CryptoError) {
      return try WholeFile.remove(path)
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
  }

  /// Calls `body` while nobody else changes the folder's files.
  static func locked<Value: Sendable>(
    _ folder: String,
    _ body: () throws(KeychainError) -> Value
  ) throws(KeychainError) -> Value {
    let result: Result<Value, KeychainError>
    do throws(CryptoError) {
      result = try WholeFile.locked(folder + "/.lock") { Result { () throws(KeychainError) in try body() } }
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
    return try result.get()
  }
}
