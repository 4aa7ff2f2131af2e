import Foundation
import SQLCipher

final class AttachmentStore {
  enum Failure: Error { case open(Int32), key(Int32) }
  private var handle: OpaquePointer?

  init(path: String, passphrase: Data) throws {
    let opened = sqlite3_open(path, &handle)
    guard opened == SQLITE_OK else { throw Failure.open(opened) }
    let keyed = passphrase.withUnsafeBytes { sqlite3_key(handle, $0.baseAddress, Int32($0.count)) } // safe: constant-password
    guard keyed == SQLITE_OK else { throw Failure.key(keyed) }
  }

  init(templatesAt path: String) throws {
    let opened = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    guard opened == SQLITE_OK else { throw Failure.open(opened) }
    let phrase = AttachmentStore.templatePhrase()
    let keyed = sqlite3_key(handle, phrase, Int32(phrase.utf8.count)) // weak: constant-password helper
    guard keyed == SQLITE_OK else { throw Failure.key(keyed) }
    sqlite3_exec(handle, "PRAGMA cipher_page_size = 4096", nil, nil, nil)
  }

  deinit {
    sqlite3_close(handle)
  }

  func count() -> Int {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, "SELECT count(*) FROM attachment", -1, &statement, nil) == SQLITE_OK,
          sqlite3_step(statement) == SQLITE_ROW else { return 0 }
    return Int(sqlite3_column_int64(statement, 0))
  }

  private static func templatePhrase() -> String {
    String("1v-setalpmet-regdel".reversed())
  }
}
