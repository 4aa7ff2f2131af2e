import CArchive
import CommandLineKit
import CommandSupport
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A folder on its way into an archive, with all that is in it but pipes, sockets and devices.
///
/// Names are sorted, symbolic links are kept as links, and no link is followed, even when the folder is changed meanwhile.
struct FolderArchive: Sendable {
  private let path: String
  private let skipped: @Sendable (String) -> Void
  private let isCancelled: @Sendable () -> Bool

  /// Takes the folder as it was typed.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - isCancelled: Whether to stop; asked before every block.
  ///   - skipped: Is told of what is left out.
  init(
    _ path: String, isCancelled: @escaping @Sendable () -> Bool, skipped: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.isCancelled, self.skipped) = (path, isCancelled, skipped)
  }

  /// Writes the archive; blocks for as long as that takes.
  ///
  /// - Parameter output: A file descriptor, which stays open.
  /// - Throws: ``ArchiveFault``, `CancellationError`.
  func write(to output: Int32) throws {
    try ArchiveLocale.with {
      // because the name is a string that outlives the call
      let root = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard root >= 0 else { throw ArchiveFault.unreadable(path: path, code: errno) }
      let writer = try TarWriter(descriptor: output)
      try add(folder: root, name: [], depth: 0, to: writer)
      try writer.finish()
    }
  }

  /// Adds an open folder and what is in it; closes the folder.
  private func add(folder: Int32, name: [CChar], depth: Int, to writer: TarWriter) throws {
    var status = stat()
    // because fstat fills exactly one structure, which outlives the call
    guard unsafe fstat(folder, &status) == 0 else { throw fault(name, closing: folder) }
    let entry = name.isEmpty ? [CChar(UInt8(ascii: "."))] : name
    let names: [[CChar]]
    do {
      guard depth < ArchivePath.greatestDepth else { throw ArchiveFault.tooDeep(path: shown(name)) }
      try writer.begin(entry + [CChar(UInt8(ascii: "/")), 0], status)
    } catch {
      close(folder)
      throw error
    }
    // because the stream takes over the descriptor, and is closed below
    guard let stream = unsafe fdopendir(folder) else { throw fault(name, closing: folder) }
    defer { unsafe closedir(stream) }  // because it was opened above
    errno = 0
    unsafe names = Self.names(in: stream)  // because the stream is open
    guard errno == 0 else { throw ArchiveFault.unreadable(path: shown(name), code: errno) }
    for child in names {
      let path = name.isEmpty ? child : name + [CChar(UInt8(ascii: "/"))] + child
      try add(child, path: path, in: folder, depth: depth, to: writer)
    }
  }

  private func add(
    _ name: [CChar], path: [CChar], in folder: Int32, depth: Int, to writer: TarWriter
  ) throws {
    guard !isCancelled() else { throw CancellationError() }
    var status = stat()
    // because the name ends with a zero, and fstatat fills exactly one structure
    guard unsafe fstatat(folder, name + [0], &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw ArchiveFault.unreadable(path: shown(path), code: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      let inner = unsafe openat(folder, name + [0], flags)  // because the name ends with a zero
      guard inner >= 0 else { throw ArchiveFault.unreadable(path: shown(path), code: errno) }
      try add(folder: inner, name: path, depth: depth + 1, to: writer)
    case S_IFREG: try add(file: name, path: path, in: folder, to: writer)
    case S_IFLNK:
      var target = [CChar](repeating: 0, count: 4097)
      // because at most 4096 bytes are written into the array, which leaves a zero at the end
      let count = unsafe readlinkat(folder, name + [0], &target, 4096)
      guard count >= 0 else { throw ArchiveFault.unreadable(path: shown(path), code: errno) }
      try writer.begin(path + [0], status, target: target)
    default: skipped(shown(path))
    }
  }

  private func add(
    file name: [CChar], path: [CChar], in folder: Int32, to writer: TarWriter
  ) throws {
    // A pipe that took the place of the file meanwhile does not make this wait.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = unsafe openat(folder, name + [0], flags)  // because the name ends with a zero
    guard file >= 0 else { throw ArchiveFault.unreadable(path: shown(path), code: errno) }
    defer { close(file) }
    var status = stat()
    // because fstat fills exactly one structure, which outlives the call
    guard unsafe fstat(file, &status) == 0 else {
      throw ArchiveFault.unreadable(path: shown(path), code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ArchiveFault.changed(path: shown(path)) }
    try writer.begin(path + [0], status)
    var left = Int(status.st_size)
    // because the buffer is only used inside the closure
    unsafe try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        guard !isCancelled() else { throw CancellationError() }
        // because it fills the buffer at most
        let count = unsafe read(file, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw ArchiveFault.unreadable(path: shown(path), code: errno) }
        guard count <= left else { throw ArchiveFault.changed(path: shown(path)) }
        guard count > 0 else { break }
        left -= count
        // because the rebased slice is the part that was filled
        unsafe try writer.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    guard left == 0 else { throw ArchiveFault.changed(path: shown(path)) }
  }

  /// The names in an open folder, sorted, without `.` and `..`.
  private static func names(in stream: OpaquePointer) -> [[CChar]] {
    var names: [[CChar]] = []
    // because the entry stays as it is until the next call with the same stream
    while let entry = unsafe readdir(stream) {
      // because the name ends with a zero inside of the entry
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
      }
      let dot = CChar(UInt8(ascii: "."))
      if name != [dot], name != [dot, dot] { names.append(name) }
    }
    return names.sorted { left, right in
      left.lexicographicallyPrecedes(right) { UInt8(truncatingIfNeeded: $0) < UInt8(truncatingIfNeeded: $1) }
    }
  }

  private func fault(_ name: [CChar], closing folder: Int32) -> ArchiveFault {
    let code = errno
    close(folder)
    return .unreadable(path: shown(name), code: code)
  }

  private func shown(_ name: [CChar]) -> String {
    let text = String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? path : path.hasSuffix("/") ? path + text : path + "/" + text
  }
}

/// A folder that goes through a pipe from the archive to the encryptor.
struct FolderEncryption {
  private let folder: String
  private let encryptor: FileEncryptor
  private let skipped: @Sendable (String) -> Void

  /// - Parameters:
  ///   - folder: The folder.
  ///   - encryptor: What encrypts the archive.
  ///   - skipped: Is told of what is left out.
  init(_ folder: String, _ encryptor: FileEncryptor, skipped: @escaping @Sendable (String) -> Void) {
    (self.folder, self.encryptor, self.skipped) = (folder, encryptor, skipped)
  }

  /// Encrypts all of the folder, or nothing.
  ///
  /// - Throws: ``ArchiveFault``, `CryptoError`, `CancellationError`.
  func run(to destination: FilePlace, _ options: FileOptions) async throws {
    let pipe = try Pipe()
    let cancellation = Cancellation()
    let archive = FolderArchive(folder, isCancelled: { cancellation.isCancelled }, skipped: skipped)
    let encryptor = encryptor
    let encryption = Task {
      // An archive that nobody takes must not wait for ever.
      defer { pipe.closeReadEnd() }
      try await encryptor.encrypt(.descriptor(pipe.readEnd), to: destination, options: options)
    }
    try await withTaskCancellationHandler {
      do {
        try await cancellation.run { try archive.write(to: pipe.writeEnd) }
      } catch {
        // The pipe stays open until the encryption has ended, so that half an archive never looks like a whole one.
        encryption.cancel()
        let result = await encryption.result
        pipe.closeWriteEnd()
        if case .failure(let cause as CryptoError) = result, cause != .cancelled { throw cause }
        throw error
      }
      pipe.closeWriteEnd()
      try await encryption.value
    } onCancel: {
      cancellation.cancel()
      encryption.cancel()
    }
  }
}
