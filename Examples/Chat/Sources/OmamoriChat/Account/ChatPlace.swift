import Glibc
import OmamoriCore

/// Where an account of `omamori-chat` keeps its state: a folder of its own, for nobody but the user.
struct ChatPlace: Sendable, Equatable {
  /// The folder with all accounts, absolute.
  let root: String
  /// The folder of the account, absolute.
  let folder: String

  /// The place of an account.
  ///
  /// - Parameters:
  ///   - name: The name of the account.
  ///   - root: The folder with all accounts.
  init(_ name: String, in root: String) {
    self.root = root
    folder = root + "/" + Self.fileName(of: name)
  }

  /// The place of an account whose folder was found.
  init(folder fileName: String, in root: String) {
    self.root = root
    folder = root + "/" + fileName
  }

  /// The keychain with the keys and the state of the conversations.
  var keychain: String { folder + "/keychain" }
  /// What opens the keychain when no passphrase was chosen.
  var keyFile: String { folder + "/account.key" }
  /// What was said, sealed.
  var history: String { folder + "/history" }
  /// Held while a step of a conversation is made, so that two programs never make the same one.
  var lock: String { folder + "/lock" }

  /// Whether there is an account, or the beginning of one.
  var isThere: Bool { FileManager.default.fileExists(atPath: keychain + "/keychain.db") }

  /// Removes a keychain that was made for nothing, and the folders when nothing else is in them.
  ///
  /// - Parameter keepsKeyFile: Whether the key file was there before.
  /// - Throws: What the file system refuses.
  func discardKeychain(keepsKeyFile: Bool) throws {
    for path in [keychain, lock] + (keepsKeyFile ? [] : [keyFile]) where FileStatus.isThere(path) {
      try FileManager.default.removeItem(atPath: path)
    }
    // because the names are strings that outlive the calls, and a folder with something in it stays
    for path in [ChatHistory.Kind.groups.folder(in: history), history, folder] { unsafe _ = rmdir(path) }
  }

  /// The accounts in a folder, by the names of their folders.
  static func all(in root: String) -> [ChatPlace] {
    // because a folder that is not there has no accounts
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().map { ChatPlace(folder: $0, in: root) }.filter(\.isThere)
  }

  /// A name as that of a file: itself when it is plain, else in Base64 behind an equals sign.
  static func fileName(of name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain ? name : "=" + Base64URL.encode(Array(name.utf8))
  }
}
