import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a job reads, and how it looked when the job began.
struct FileSource {
  let file: OpenFile
  let status: FileStatus
  /// Where the payload begins.
  let offset: UInt64
  /// The bytes from there on; `nil` for what has no size, or says that it has none.
  let size: UInt64?
  private let path: String?

  /// Whether it is a file, whose permissions the result gets.
  var isRegular: Bool { status.kind == .file }

  /// Opens a place.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  init(_ place: FilePlace) throws(CryptoError) {
    switch place {
    case .path(let path): (file, self.path) = (try OpenFile(reading: path), path)
    case .descriptor(let number): (file, path) = (try OpenFile(readingDescriptor: number), nil)
    }
    status = try file.status()
    switch status.kind {
    case .folder: throw .file(.openSource, code: EISDIR)
    // The kernel's own files say that they are empty and are not; an empty one is soon read to its end.
    case .file where status.size == 0: (offset, size) = (0, nil)
    case .file:
      offset = UInt64(max(0, lseek(file.descriptor, 0, SEEK_CUR)))
      size = UInt64(status.size) - min(offset, UInt64(status.size))
    case .link, .other: (offset, size) = (0, nil)
    }
  }

  /// Whether the file is in age's armor.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func isArmored() throws(CryptoError) -> Bool {
    let buffer = ChunkBuffer(count: AgeArmor.maximumWhiteSpace + AgeArmor.begin.count)
    // because the room belongs to this call
    let count = try unsafe file.read(into: buffer.bytes, at: offset)
    // because the room holds that many bytes
    return AgeArmor.isArmored(unsafe Array(buffer[0..<count]).byteSpan) == true
  }

  /// Refuses a file that was written to, or replaced at its path, since the job began.
  ///
  /// - Throws: `CryptoError.sourceChanged`.
  func checkUnchanged() throws(CryptoError) {
    guard isRegular else { return }
    guard try file.status().isUnchanged(from: status) else { throw .sourceChanged }
    guard let path else { return }
    let present = try FileOperation.read.status(of: path, followsLink: true)
    guard present?.kind == .file, present?.identity == status.identity else { throw .sourceChanged }
  }
}

/// What a job writes: a new file that gets its name in the end, or a stream.
enum FileTarget {
  /// A new file.
  case file(PendingFile, OpenFile)
  /// A pipe, a device or a descriptor.
  case stream(OpenFile)

  /// Begins to write to a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - isReplacing: Whether a file that stands there may be replaced.
  /// - Throws: `CryptoError.destinationExists`, `CryptoError.file(_:code:)`.
  init(_ place: FilePlace, replacing isReplacing: Bool) throws(CryptoError) {
    switch place {
    case .descriptor(let number): self = .stream(try OpenFile(writingDescriptor: number))
    case .path(let path):
      // To replace /dev/null by a file would be a surprise, and so would it be with /dev/stdout, which is a link.
      if try Self.isStream(path) {
        self = .stream(try OpenFile(writingStream: path))
      } else {
        let pending = try PendingFile.beginning(path, replacing: isReplacing)
        self = .file(pending, OpenFile(pending))
      }
    }
  }

  /// Whether a path is that of a pipe or a device, or of a link to one.
  private static func isStream(_ path: String) throws(CryptoError) -> Bool {
    switch try FileOperation.createTemporary.status(of: path, followsLink: false)?.kind {
    case .other: true
    // A link to nowhere is one to replace.
    case .link: FileStatus(at: path)?.kind == .other
    default: false
    }
  }

  /// The place as one that takes bytes in order.
  var sink: any ByteSink {
    switch self {
    case .file(_, let file): file
    case .stream(let file): file
    }
  }

  /// Writes what comes before the chunks; gives the offset of the first.
  ///
  /// - Throws: `CryptoError`.
  func begin(with header: [UInt8], _ control: StreamControl) throws(CryptoError) -> UInt64 {
    // because UInt8 has no padding
    try unsafe header.byteSpan.bytes.withUnsafeBytes { bytes throws(CryptoError) in
      switch self {
      // because the array outlives the call
      case .file(_, let file): try unsafe file.write(bytes, at: 0)
      case .stream(let file):
        try unsafe file.writeNext(bytes, isCancelled: { control.isCancelled })
      }
    }
    return UInt64(header.count)
  }

  /// Where the pipeline writes.
  func output(at offset: UInt64, isDurable: Bool) -> ChunkPipeline.Output {
    switch self {
    case .file(_, let file): .file(file, offset: offset, isDurable: isDurable)
    case .stream(let file): .stream(file)
    }
  }

  /// Gives a new file its name.
  ///
  /// - Throws: `CryptoError`.
  func finish(like source: FileStatus?, isDurable: Bool) throws(CryptoError) {
    guard case .file(let pending, _) = self else { return }
    try pending.commit(like: source, isDurable: isDurable)
  }
}

/// Where a file is read from or written to.
@nonexhaustive
public enum FilePlace: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A path.
  ///
  /// A symbolic link at the end of the path is followed for reading. For writing it counts as a file of its own: it is
  /// replaced when replacing is allowed, and what it points to stays as it is; only a link to a pipe or a device, such as
  /// `/dev/stdout`, is followed. A path with a zero byte names nothing.
  case path(String)
  /// An open descriptor, which stays open: a pipe, a socket, a terminal, or a file from where it stands.
  ///
  /// Writing to a pipe that nobody reads any more raises `SIGPIPE`, which ends the process unless it ignores the signal.
  case descriptor(Int32)

  /// The standard input of the process.
  public static let standardInput = descriptor(0)
  /// The standard output of the process.
  public static let standardOutput = descriptor(1)

  /// Makes a path.
  public init(stringLiteral path: String) { self = .path(path) }
}
