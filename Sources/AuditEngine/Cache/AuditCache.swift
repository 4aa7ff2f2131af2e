#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore
import OmamoriCryptoKit
import OmamoriReport

/// A folder in which audits keep what they found in single files, so that the next one examines only what changed.
///
/// There is one file for each audited tree, readable for its owner only. What is kept belongs to the content of a file,
/// its place, the rules and the program that audited it; anything else, and a file that is damaged, is as good as none.
package struct AuditCache: Sendable {
  /// The folder.
  package let folder: String
  private let engine: String

  /// How long a file may be that is read.
  static let longest = 256 << 20

  /// Makes a cache in `folder`, which is created when something is kept; `engine` tells one program from another.
  package init(folder: String, engine: String) { (self.folder, self.engine) = (folder, engine) }

  /// The cache of this program in the user's folder for caches; `nil` when there is no such folder.
  ///
  /// Source: the XDG Base Directory Specification.
  package static func ofUser(version: String) -> AuditCache? {
    let environment = ProcessInfo.processInfo.environment
    let base: String
    if let given = environment["XDG_CACHE_HOME"], given.hasPrefix("/") {
      base = given
    } else if let home = environment["HOME"], home.hasPrefix("/"),
      FileManager.default.fileExists(atPath: home)
    {
      // Accounts of services have a home that does not exist, and must not get one.
      base = home + "/.cache"
    } else {
      return nil
    }
    return runningProgram.map { AuditCache(folder: base + "/omamori/audit", engine: version + $0) }
  }

  /// What tells the running program from another build of it; `nil` when it cannot be found.
  private static var runningProgram: String? {
    let path =
      FileManager.default.fileExists(atPath: "/proc/self/exe") ? "/proc/self/exe" : CommandLine.arguments[0]
    var status = stat()
    // because the path is a string that outlives the call, and the structure is filled by it alone
    guard unsafe stat(path, &status) == 0 else { return nil }
    return " \(status.st_dev) \(status.st_ino) \(status.st_size) \(modification(of: status))"
  }

  #if canImport(Darwin)
  private static func modification(of status: stat) -> String {
    "\(status.st_mtimespec.tv_sec).\(status.st_mtimespec.tv_nsec)"
  }
  #else
  private static func modification(of status: stat) -> String {
    "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
  #endif

  /// Opens what is kept of the tree at `path`.
  ///
  /// - Parameters:
  ///   - path: The audited path.
  ///   - rules: The rules that run.
  ///   - flags: The compilation conditions of the project.
  /// - Returns: What is kept, empty when there is nothing or nothing that can be used.
  package func entries(for path: String, rules: RuleSelection, flags: CompilationConditions) -> CacheEntries {
    var writer = CacheWriter()
    writer.write(engine)
    writer.write(rules.metadata.map(\.id.rawValue))
    writer.write(flags.set)
    writer.write(flags.mentioned.map { $0.sorted() } ?? [])
    ProjectTerms.current.write(to: &writer)
    let environment = Array(SHA256.hash(data: writer.bytes))
    let file = folder + "/" + SHA256.hash(data: Array(path.utf8)).prefix(16).map(Self.hex).joined() + ".cache"
    return CacheEntries(environment: environment, file: file)
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.count == 1 ? "0" + text : text
  }
}
