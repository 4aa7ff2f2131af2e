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
    do throws(SystemFailure) {
      try write(secret, name, replacing: false)
    } catch {
      guard error.meansAlreadyThere || error.code == EISDIR else { throw .secretStore(.unavailable) }
      return false
    }
    try flush()
    return true
  }

  func replace(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) {
    do throws(SystemFailure) {
      try write(secret, name, replacing: true)
    } catch {
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

  private func write(
    _ secret: borrowing SecretBytes, _ name: String, replacing isReplacing: Bool
  ) throws(SystemFailure) {
    let pending = try SecretFile.begin(file(name), secret, replacing: isReplacing)
    try pending.commit(isDurable: false)
  }

  /// Brings the names in the folder to the disk.
  private func flush() throws(CoreError) {
    do throws(SystemFailure) {
      try FileDescriptor(path.utf8, O_RDONLY | O_DIRECTORY).handToDisk()
    } catch {
      throw .secretStore(.unavailable)
    }
  }
}

extension CryptoFault {
  /// Other users could take the keys.
  fileprivate static func keysNotPrivate(_ path: String) -> CryptoFault {
    CryptoFault(
      .failure,
      HelpText(
        "\(Printable.quote(path)) is no folder of yours alone",
        ja: "\(Printable.quote(path)) は本人専用のフォルダではありません"),
      hint: HelpText("run 'chmod 700' on it", ja: "'chmod 700' を実行してください"))
  }

  /// There is no log at the place.
  static let noLog = CryptoFault(
    .failure, HelpText("there is no log here", ja: "ここにログはありません"),
    hint: HelpText(
      "begin one with 'omamori log init', or name another place with --log and --keys",
      ja: "'omamori log init' で作成するか、--log と --keys で別の場所を指定してください"))
}
