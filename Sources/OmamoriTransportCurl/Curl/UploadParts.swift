import Glibc
import OmamoriCore
import OmamoriTransport

/// A form that is sent as the body of a request; its files are open as long as it is there.
final class UploadParts: Sendable {
  private enum Piece: Sendable {
    case bytes(Data)
    case file(UploadFile)

    var size: Int64 {
      switch self {
      case .bytes(let data): Int64(data.count)
      case .file(let file): file.size
      }
    }
  }

  private let pieces: [(start: Int64, piece: Piece)]
  /// The size of the body in bytes.
  let size: Int64

  /// Opens the files of a form.
  ///
  /// - Parameter form: The form.
  /// - Throws: `TransportError.file(code:)`.
  init(_ form: MultipartForm) throws(TransportError) {
    var (pieces, bytes): ([Piece], Data) = ([], Data())
    for part in form.parts {
      bytes += Data(part.header.utf8)
      switch part.content {
      case .bytes(let data): bytes += data
      case .file(let path):
        pieces += [.bytes(bytes), .file(try UploadFile(path: path))]
        bytes = Data()
      }
      bytes += Data("\r\n".utf8)
    }
    pieces.append(.bytes(bytes + Data(form.end.utf8)))
    var (placed, size): ([(Int64, Piece)], Int64) = ([], 0)
    for piece in pieces {
      placed.append((size, piece))
      size += piece.size
    }
    (self.pieces, self.size) = (placed, size)
  }

  /// Reads at a place; the last bytes are there only when no file has another size than when it was opened.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> UploadPipe.Reading {
    guard offset < size, let (start, piece) = pieces.last(where: { $0.start <= offset }) else { return .end }
    let reading: UploadPipe.Reading
    switch piece {
    case .file(let file): reading = unsafe file.read(at: offset - start, into: buffer)
    case .bytes(let data):
      let from = data.startIndex + Int(offset - start)
      let count = min(buffer.count, data.endIndex - from)
      // because the buffer has room for as many bytes
      unsafe data.copyBytes(
        to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), from: from..<from + count)
      reading = .bytes(count)
    }
    guard case .bytes(let count) = reading, offset + Int64(count) == size else { return reading }
    return pieces.allSatisfy { if case .file(let file) = $0.piece { file.hasItsSize } else { true } }
      ? reading : .failed
  }
}

/// A file that is sent as the body of a request; closed when nobody needs it.
// because the descriptor belongs to this object, and reading at a place of its own choice moves nothing
@safe
final class UploadFile: Sendable {
  private let descriptor: Int32
  /// The size in bytes when it was opened; as many are sent.
  let size: Int64

  /// Opens a file.
  ///
  /// - Parameter path: A regular file.
  /// - Throws: `TransportError.file(code:)`, also for what is no regular file.
  init(path: String) throws(TransportError) {
    // because open reads the path during the call; a pipe must not be waited for
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(code: errno) }
    var status = stat()
    // because fstat fills the record that is passed
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .file(code: EINVAL)
    }
    (self.descriptor, size) = (descriptor, Int64(status.st_size))
  }

  deinit { close(descriptor) }

  /// Whether it is still as large as when it was opened.
  var hasItsSize: Bool {
    var status = stat()
    // because fstat fills the record that is passed
    return unsafe fstat(descriptor, &status) == 0 && Int64(status.st_size) == size
  }

  /// Reads at a place, never more than there were bytes when it was opened.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> UploadPipe.Reading {
    let wanted = min(Int64(buffer.count), size - offset)
    guard wanted > 0 else { return .end }
    // because the buffer has room for as many bytes
    let count = unsafe pread(descriptor, buffer.baseAddress, Int(wanted), off_t(offset))
    // A file that became shorter must not look like a complete body.
    return count > 0 ? .bytes(count) : .failed
  }
}
