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
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - folder: The folder that it is in.
  ///   - limit: The most bytes that it may have.
  /// - Returns: The bytes; `nil` when there is no such file.
  /// - Throws: ``KeychainError/insecurePermissions(_:)`` when others can use the folder or the file, since what is there
  ///   may be theirs; ``KeychainError/file(_:code:)``, ``KeychainError/tooLarge(limit:)``.
  static func read(_ name: String, in folder: String, limit: Int) throws(KeychainError) -> [UInt8]? {
    let path = folder + "/" + name
    guard try isPrivate(folder, .folder, .folder), try isPrivate(path, .file, .dataFile) else { return nil }
    do throws(CryptoError) {
      return try WholeFile.read(path, limit: limit)
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
  }

  /// Whether there is something of that kind at a path; what others can use is refused.
  ///
  /// What is of another kind, such as a link, is left to whoever opens it. Nobody else can exchange what is in a folder
  /// that is the caller's alone, so that what is looked at here is what is opened afterwards.
  private static func isPrivate(
    _ path: String, _ kind: FileStatus.Kind, _ place: KeychainPlace
  ) throws(KeychainError) -> Bool {
    switch FileStatus.of(path, followsLink: false) {
    case .failure(let failure):
      guard failure.meansNothingThere else { throw .file(place, code: failure.code) }
      return false
    case .success(let status):
      guard status.kind == kind || kind == .folder else { return true }
      guard status.kind == kind, status.isPrivate else { throw .insecurePermissions(place) }
      return true
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
