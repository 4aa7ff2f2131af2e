import CArchive
import OmamoriCore
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A folder that is made from an archive: all of it, or nothing.
///
/// Entries are unpacked into a hidden folder beside the final one, below which no symbolic link exists until the archive
/// has been read; only then are links, permissions and times set and the final name given. An archive cannot name a place
/// outside of the folder, make devices or give programs the rights of somebody else.
final class FolderExtraction: Sendable {
  /// What has to wait until the archive has been read.
  struct Rest: Sendable {
    fileprivate var links: [(ArchivePath, target: [CChar])] = []
    fileprivate var folders: [(ArchivePath, permissions: mode_t, modified: Int)] = []
  }

  /// The most entries of an archive.
  static let greatestCount = 4_000_000

  private let destination: String
  private let temporary: String
  private let root: Int32
  private let allowsOutsideLinks: Bool
  private let isCancelled: @Sendable () -> Bool
  private let isNamed = Atomic(false)

  /// Makes the hidden folder.
  ///
  /// - Parameters:
  ///   - destination: The folder that is to be made; when it exists it has to be empty.
  ///   - allowsOutsideLinks: Whether symbolic links may lead out of the folder; they are never followed here.
  ///   - isCancelled: Whether to stop; asked before every block.
  /// - Throws: ``ArchiveFault``.
  init(
    to destination: String, allowsOutsideLinks: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ArchiveFault) {
    var name = destination
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    self.destination = name
    (self.allowsOutsideLinks, self.isCancelled) = (allowsOutsideLinks, isCancelled)
    let slash = name.lastIndex(of: "/")
    let above = slash.map { $0 == name.startIndex ? "/" : String(name[..<$0]) } ?? "."
    temporary = "\(above)/.\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    // because the name is a string that outlives the call
    guard unsafe mkdir(temporary, 0o700) == 0 else { throw .notWritten(path: destination, code: errno) }
    root = unsafe open(temporary, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard root >= 0 else { throw .notWritten(path: destination, code: errno) }
  }

  deinit { close(root) }

  /// Removes the hidden folder and what is in it, unless it has got its name; may be called from any thread.
  func discard() {
    guard !isNamed.load(ordering: .sequentiallyConsistent) else { return }
    // because what cannot be removed is left, and the reason for the failure is told already
    try? FileManager.default.removeItem(atPath: temporary)
  }

  /// Unpacks an archive; blocks for as long as that takes.
  ///
  /// - Parameter input: A file descriptor, which is read to its end and stays open.
  /// - Returns: What ``finish(_:)`` takes.
  /// - Throws: ``ArchiveFault``, `CancellationError`.
  func unpack(_ input: Int32) throws -> Rest {
    var rest = Rest()
    try ArchiveLocale.with {
      let reader = try TarReader(descriptor: input)
      var count = 0
      while let entry = try reader.next() {
        guard !isCancelled() else { throw CancellationError() }
        count += 1
        guard count <= Self.greatestCount else { throw ArchiveFault.tooManyEntries }
        try make(entry, from: reader, &rest)
      }
    }
    drain(input)
    return rest
  }

  /// Gives the folder its name.
  func finish(_ rest: Rest) throws(ArchiveFault) {
    for (path, target) in rest.links { try link(path, to: target) }
    // The deepest first: a folder that may not be written to can no longer be changed, nor keep its time.
    for (path, permissions, modified) in rest.folders.sorted(by: {
      $0.0.components.count > $1.0.components.count
    }) {
      let folder = try self.folder(at: path.components[...], of: path)
      defer { close(folder) }
      try settle(folder, permissions, modified, path)
    }
    fsync(root)
    // because both names are strings that outlive the call
    guard unsafe rename(temporary, destination) == 0 else {
      let code = errno
      if [ENOTEMPTY, EEXIST, ENOTDIR].contains(code) { throw .exists(path: destination) }
      throw .notWritten(path: destination, code: code)
    }
    isNamed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Whoever writes the archive may end in peace.
  private func drain(_ input: Int32) {
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while unsafe read(input, &rest, rest.count) > 0 {}  // because the array is filled at most
  }
}

// MARK: - One entry

extension FolderExtraction {
  private func make(_ entry: TarReader.Entry, from reader: TarReader, _ rest: inout Rest) throws {
    guard let path = ArchivePath(entry: entry.path) else {
      throw ArchiveFault.refused(path: Self.text(entry.path))
    }
    switch entry.kind {
    case .folder:
      close(try self.folder(at: path.components[...], of: path, making: true))
      rest.folders.append((path, entry.permissions, entry.modified))
    case .file: try makeFile(path, entry, from: reader)
    case .symbolicLink(let target):
      guard !path.components.isEmpty else { throw ArchiveFault.refused(path: path.text) }
      guard allowsOutsideLinks || path.contains(target: target) else {
        throw ArchiveFault.outsideLink(path: path.text)
      }
      rest.links.append((path, target))
    case .hardLink(let target): try makeHardLink(path, to: target)
    case .other: throw ArchiveFault.refused(path: path.text)
    }
  }

  private func makeFile(_ path: ArchivePath, _ entry: TarReader.Entry, from reader: TarReader) throws {
    guard let name = path.components.last else { throw ArchiveFault.refused(path: path.text) }
    let folder = try self.folder(at: path.components.dropLast(), of: path, making: true)
    defer { close(folder) }
    // because the name ends with a zero
    let file = unsafe openat(folder, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw fault(path) }
    defer { close(file) }
    // because the buffer is only used inside the closure
    unsafe try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        guard !isCancelled() else { throw CancellationError() }
        let count = unsafe try reader.read(into: buffer)  // because it fills the buffer at most
        guard count > 0 else { break }
        var start = 0
        while start < count {
          // because the rebased slice is a part of what was filled
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<count])
          // because it reads exactly the slice
          let written = unsafe write(file, rest.baseAddress, rest.count)
          if written < 0, errno == EINTR { continue }
          guard written > 0 else { throw fault(path) }
          start += written
        }
      }
    }
    try settle(file, entry.permissions, entry.modified, path)
  }

  private func makeHardLink(_ path: ArchivePath, to target: [CChar]) throws(ArchiveFault) {
    guard let name = path.components.last, let old = ArchivePath(entry: target),
      let oldName = old.components.last
    else { throw .refused(path: path.text) }
    let folder = try self.folder(at: path.components.dropLast(), of: path, making: true)
    defer { close(folder) }
    let oldFolder = try self.folder(at: old.components.dropLast(), of: old)
    defer { close(oldFolder) }
    // because both names end with a zero
    guard unsafe linkat(oldFolder, oldName, folder, name, 0) == 0 else { throw fault(path) }
  }

  private func link(_ path: ArchivePath, to target: [CChar]) throws(ArchiveFault) {
    guard let name = path.components.last else { throw .refused(path: path.text) }
    let folder = try self.folder(at: path.components.dropLast(), of: path, making: true)
    defer { close(folder) }
    // because both end with a zero
    guard unsafe symlinkat(target, folder, name) == 0 else { throw fault(path) }
  }

  /// Opens a folder below the root, one name after the other, and never through a symbolic link.
  private func folder(
    at components: ArraySlice<[CChar]>, of path: ArchivePath, making: Bool = false
  ) throws(ArchiveFault) -> Int32 {
    var folder = fcntl(root, F_DUPFD_CLOEXEC, 0)
    guard folder >= 0 else { throw fault(path) }
    for name in components {
      let above = folder
      defer { close(above) }
      // because the name ends with a zero
      if making, unsafe mkdirat(above, name, 0o700) != 0, errno != EEXIST {
        throw fault(path)
      }
      folder = unsafe openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { throw fault(path) }
    }
    return folder
  }

  private func settle(
    _ descriptor: Int32, _ permissions: mode_t, _ modified: Int, _ path: ArchivePath
  ) throws(ArchiveFault) {
    let time = timespec(tv_sec: modified, tv_nsec: 0)
    // because futimens reads exactly the two times
    guard fchmod(descriptor, permissions) == 0, unsafe futimens(descriptor, [time, time]) == 0 else {
      throw fault(path)
    }
  }

  private func fault(_ path: ArchivePath) -> ArchiveFault {
    switch errno {
    case EEXIST: .duplicate(path: path.text)
    case ENOTDIR, ELOOP, ENOENT: .refused(path: path.text)
    case let code: .notWritten(path: destination + "/" + path.text, code: code)
    }
  }

  private static func text(_ path: [CChar]) -> String {
    String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The place of an entry of an archive, below the folder it is unpacked into.
///
/// Names are bytes, as the file systems of Linux have them. Each component ends with a zero, as C wants it.
struct ArchivePath: Hashable {
  /// The most components of a path.
  static let greatestDepth = 200
  /// The most bytes of one component.
  static let longestName = 255

  /// The names from the folder downwards; none for the folder itself.
  let components: [[CChar]]

  /// Reads the path of an entry.
  ///
  /// - Returns: `nil` when the path could lead out of the folder (it is absolute or has a component `..`), when it is
  ///   empty, or when it is too long or too deep.
  init?(entry path: [CChar]) {
    let bytes = path.prefix { $0 != 0 }
    guard let first = bytes.first, first != Self.slash else { return nil }
    var components: [[CChar]] = []
    for part in bytes.split(separator: Self.slash) where !part.elementsEqual(Self.dot) {
      guard !part.elementsEqual(Self.dot + Self.dot), part.count <= Self.longestName else { return nil }
      components.append(Array(part) + [0])
    }
    guard components.count <= Self.greatestDepth else { return nil }
    self.components = components
  }

  /// Whether a symbolic link here with this target stays inside of the folder, whatever else is a link.
  ///
  /// A target may go up as far as the folder itself and down again, but not up again after it went down: what is below
  /// may be a link, too.
  func contains(target: [CChar]) -> Bool {
    let bytes = target.prefix { $0 != 0 }
    guard let first = bytes.first, first != Self.slash else { return false }
    var steps = 0
    var wentDown = false
    for part in bytes.split(separator: Self.slash) where !part.elementsEqual(Self.dot) {
      if part.elementsEqual(Self.dot + Self.dot) {
        steps += 1
        guard !wentDown, steps < components.count else { return false }
      } else {
        wentDown = true
      }
    }
    return true
  }

  /// The path as text, for messages.
  var text: String {
    components.map { String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
      .joined(separator: "/")
  }

  private static let slash = CChar(UInt8(ascii: "/"))
  private static let dot = [CChar(UInt8(ascii: "."))]
}
