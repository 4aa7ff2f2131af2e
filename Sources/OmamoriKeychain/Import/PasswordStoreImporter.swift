public import OmamoriCore

/// Reads a store of `pass`, the standard Unix password manager: a folder of files that GnuPG encrypted.
///
/// The first line of an entry is the password. Lines `login:`, `user:` or `username:` name the account and `url:` the
/// address; a line that begins with `otpauth://` is a one-time password; the rest is kept as a secret of its own, since
/// it often is one. Links are not followed. Safe to use from any thread.
public struct PasswordStoreImporter: Sendable {
  /// Decrypts the file at a path; the caller runs `gpg` or `pass`.
  public typealias Decryption = @Sendable (_ path: String) async throws(KeychainError) -> SharedSecretBytes?

  private let folder: String
  private let limits: ImportLimits

  /// Chooses a store.
  ///
  /// - Parameters:
  ///   - folder: The folder of the store, such as `~/.password-store` with its `~` resolved.
  ///   - limits: The bounds to keep; the bytes are those of all decrypted entries together.
  public init(folder: String, limits: ImportLimits = .standard) {
    (self.folder, self.limits) = (folder, limits)
  }

  /// Reads the store.
  ///
  /// - Parameter decrypt: Gives the plaintext of a file, or `nil` when it cannot be decrypted, which is noted; so is that
  ///   it throws ``KeychainError/tooLarge(limit:)``.
  /// - Returns: The items and what was left out or changed.
  /// - Throws: ``KeychainError/file(_:code:)``, ``KeychainError/tooMany(limit:)``,
  ///   ``KeychainError/tooLarge(limit:)`` for all entries together, and what else `decrypt` throws.
  public func read(decrypt: Decryption) async throws(KeychainError) -> ImportResult {
    var builder = ImportBuilder(limits: limits)
    var files: [String] = []
    try list("", into: &files, depth: 0, &builder)
    var size = 0
    for file in files {
      let name = String(file.dropLast(Self.suffix.count))
      let plain: SharedSecretBytes
      do throws(KeychainError) {
        guard let text = try await decrypt("\(folder)/\(file)") else {
          builder.note(.unreadable, named: name)
          continue
        }
        plain = text
      } catch .tooLarge {
        builder.note(.tooLarge, named: name)
        continue
      }
      size += plain.count
      guard size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
      try Self.add(name, plain, to: &builder)
    }
    return builder.result
  }

  /// Reads one decrypted entry.
  ///
  /// - Parameters:
  ///   - plain: Its plaintext.
  ///   - name: Its path in the store.
  /// - Returns: The items.
  /// - Throws: ``KeychainError/tooMany(limit:)`` only when there are more lines of one-time passwords than items allowed.
  public static func read(
    _ plain: SharedSecretBytes,
    named name: String
  ) throws(KeychainError) -> ImportResult {
    var builder = ImportBuilder(limits: .standard)
    try add(name, plain, to: &builder)
    return builder.result
  }

  private static let suffix = ".gpg"

  private func list(
    _ path: String,
    into files: inout [String],
    depth: Int,
    _ builder: inout ImportBuilder
  ) throws(KeychainError) {
    guard depth <= limits.depth else { throw .tooMany(limit: limits.depth) }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? folder : "\(folder)/\(path)")
    } catch {
      throw .file(.exchange, code: Self.notThere)
    }
    // Names with a dot are the store's own: .gpg-id, .git, .extensions.
    for name in names.sorted() where !name.hasPrefix(".") {
      let inner = path.isEmpty ? name : "\(path)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(inner)")
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: try list(inner, into: &files, depth: depth + 1, &builder)
      case .typeRegular where name.hasSuffix(Self.suffix):
        guard files.count < limits.items else { throw .tooMany(limit: limits.items) }
        files.append(inner)
      case .typeSymbolicLink: builder.note(.link, named: inner)
      default: builder.note(.otherFile, named: inner)
      }
    }
  }

  /// ENOENT, the same number on every system.
  private static let notThere: Int32 = 2

  private static func add(
    _ name: String,
    _ plain: SharedSecretBytes,
    to builder: inout ImportBuilder
  ) throws(KeychainError) {
    guard plain.count <= ItemRules.greatestSecret else { return builder.note(.tooLarge, named: name) }
    try entry(name, plain).add(to: &builder)
  }

  private static func entry(_ name: String, _ plain: SharedSecretBytes) -> PasswordEntry {
    // because the buffer stays inside the closure
    var bytes = plain.withBytes { span in unsafe span.withUnsafeBytes { unsafe Array($0) } }
    defer { PlainBytes.wipe(&bytes) }
    var entry = PasswordEntry(path: name.split(separator: "/").map(String.init))
    // Room for all at once, so that growing leaves no copies behind.
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count + 1)
    defer { PlainBytes.wipe(&rest) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      var line = Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      if number == 0 {
        if !line.isEmpty { entry.password = PlainBytes.secret(takingOver: &line) }
      } else if line.starts(with: "otpauth://".utf8) {
        entry.extras.append(("otp", PlainBytes.secret(takingOver: &line)))
      } else if entry.account.isEmpty, let value = value(of: ["login", "user", "username"], line) {
        entry.account = value
      } else if entry.address.isEmpty, let value = value(of: ["url"], line) {
        entry.address = value
      } else {
        rest += line
        rest.append(UInt8(ascii: "\n"))
      }
      PlainBytes.wipe(&line)
    }
    while rest.last == UInt8(ascii: "\n") { rest.removeLast() }
    if !rest.isEmpty { entry.extras.append(("notes", PlainBytes.secret(takingOver: &rest))) }
    return entry
  }

  /// The value of a line `name: value` with one of the names, in any case.
  private static func value(of names: [String], _ line: [UInt8]) -> String? {
    guard let colon = line.prefix(10).firstIndex(of: UInt8(ascii: ":")),
      names.contains(String(decoding: line[..<colon], as: UTF8.self).lowercased()),
      let text = String(validating: line[(colon + 1)...], as: UTF8.self)
    else { return nil }
    let value = text.drop(while: \.isWhitespace)
    return value.isEmpty ? nil : String(value)
  }
}
