import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore

/// Keeps the secrets of a log in files of their own, in a folder that nobody but the user can look into.
///
/// Calls wait for the disk. Safe to use from any thread; several processes may use it at once.
struct KeyFolder: SecretStore {
  private static let greatestSize = 4096
  private let path: String

  /// Uses a folder, which is made when it is missing.
  ///
  /// - Parameter path: The folder, absolute.
  /// - Throws: ``CryptoFault`` when others may look into it, `CommandLineError`.
  init(making path: String) throws {
    let parent = OutputPlace.folder(of: path)
    if parent != "/", FileStatus(at: parent) == nil {
      try FileManager.default.createDirectory(
        atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    // because the name is a string that outlives the call
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      throw CommandLineError.writeFailed(path: path, code: errno)
    }
    try self.init(path)
  }

  /// Uses a folder that is there.
  ///
  /// - Throws: ``CryptoFault`` when it is not there or others may look into it.
  init(_ path: String) throws(CryptoFault) {
    self.path = path
    switch FileStatus.of(path) {
    case .success(let status) where status.kind == .folder && status.permissions & 0o077 == 0: break
    case .success: throw .keysNotPrivate(path)
    case .failure(let failure): throw failure.code == ENOENT ? .noLog : .unreadable(path, failure.code)
    }
  }

  private func file(_ name: String) -> String { path + "/" + name }

  func secret(named name: String) async throws(CoreError) -> SecretBytes? {
    switch FileStatus.of(file(name)) {
    case .success(let status) where status.kind == .file && status.permissions & 0o077 == 0: break
    case .success: throw .secretStore(.denied)
    case .failure(let failure):
      guard failure.code == ENOENT else { throw .secretStore(.unavailable) }
      return nil
    }
    do throws(CryptoFault) {
      return try SecretInput.read(file(name), limit: Self.greatestSize)
    } catch {
      throw .secretStore(.unavailable)
    }
  }

  func insert(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) -> Bool {
    let draft = try draft(secret, name)
    defer { unsafe _ = unlink(draft) }  // because the name is a string that outlives the call
    // because the names are strings that outlive the call
    guard unsafe link(draft, file(name)) == 0 else {
      guard errno == EEXIST else { throw .secretStore(.unavailable) }
      return false
    }
    try flush()
    return true
  }

  func replace(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) {
    let draft = try draft(secret, name)
    // because the names are strings that outlive the call
    guard unsafe rename(draft, file(name)) == 0 else {
      unsafe _ = unlink(draft)  // because the name is a string that outlives the call
      throw .secretStore(.unavailable)
    }
    try flush()
  }

  func remove(named name: String) async throws(CoreError) -> Bool {
    // because the name is a string that outlives the call
    guard unsafe unlink(file(name)) == 0 else {
      guard errno == ENOENT else { throw .secretStore(.unavailable) }
      return false
    }
    try flush()
    return true
  }

  /// Writes the secret to a file that nobody looks for.
  private func draft(_ secret: borrowing SecretBytes, _ name: String) throws(CoreError) -> String {
    let draft = file(".\(name).\(getpid()).\(UInt64.random(in: 0 ... .max))")
    do {
      try SecretFile.create(draft, secret)
    } catch {
      throw .secretStore(.unavailable)
    }
    return draft
  }

  /// Brings the names in the folder to the disk.
  private func flush() throws(CoreError) {
    // because the name is a string that outlives the call
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .secretStore(.unavailable) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .secretStore(.unavailable) }
  }
}

extension CryptoFault {
  /// Other users could take the keys.
  fileprivate static func keysNotPrivate(_ path: String) -> CryptoFault {
    CryptoFault(
      .failure,
      HelpText(
        "\(Printable.quote(path)) is no folder of yours alone",
        ja: "\(Printable.quote(path)) は本人専用のフォルダーではありません"),
      hint: HelpText("run 'chmod 700' on it", ja: "'chmod 700' を実行してください"))
  }

  /// There is no log at the place.
  static let noLog = CryptoFault(
    .failure, HelpText("there is no log here", ja: "ここにログはありません"),
    hint: HelpText(
      "begin one with 'omamori log init', or name another place with --log and --keys",
      ja: "'omamori log init' で作成するか、--log と --keys で別の場所を指定してください"))
}
