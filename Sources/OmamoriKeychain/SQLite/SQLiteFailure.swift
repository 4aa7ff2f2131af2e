#if !canImport(Darwin)
import CSQLite
import Glibc

/// The error for a result code of SQLite.
enum SQLiteFailure {
  /// Translates a result code; texts of SQLite are never read, since they may quote the input.
  ///
  /// - Parameters:
  ///   - code: An extended result code other than success.
  ///   - systemError: The error number that the system gave SQLite last, or 0.
  /// - Returns: The error.
  static func error(_ code: Int32, systemError: Int32) -> KeychainError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .diskFull
    // No value that is bound is too long for SQLite, so one that is was found in the file.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG: .corrupt(.store)
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN: cannotOpen(systemError)
    case SQLITE_IOERR: inputOutput(code, systemError)
    case SQLITE_PERM, SQLITE_AUTH: .file(.store, code: EACCES)
    default: .backend(code: Int(code))
    }
  }

  private static func cannotOpen(_ systemError: Int32) -> KeychainError {
    switch systemError {
    case ENOENT: .unavailable(.store)
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .diskFull
    default: .file(.store, code: systemError)
    }
  }

  private static func inputOutput(_ code: Int32, _ systemError: Int32) -> KeychainError {
    switch systemError {
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    case EROFS: .readOnly
    // A page that ends early is one that the file should have and has not.
    case 0 where code == SQLITE_IOERR | 2 << 8: .corrupt(.store)
    case 0: .backend(code: Int(code))
    default: .file(.store, code: systemError)
    }
  }
}
#endif
