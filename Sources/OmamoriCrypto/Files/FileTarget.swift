import OmamoriCore

/// What a job writes: a new file that gets its name in the end, or a stream.
enum FileTarget {
  /// A new file.
  case file(PendingFile)
  /// A pipe, a device or a descriptor.
  case stream(OpenFile)

  /// Begins to write to a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - isReplacing: Whether a file that stands there may be replaced.
  /// - Throws: ``CryptoError/destinationExists``, ``CryptoError/file(_:code:)``.
  init(_ place: FilePlace, replacing isReplacing: Bool) throws(CryptoError) {
    switch place {
    case .descriptor(let number): self = .stream(OpenFile(writingDescriptor: number))
    case .path(let path):
      // To replace /dev/null by a file would be a surprise, and so would it be with /dev/stdout, which is a link.
      self =
        try Self.isStream(path)
        ? .stream(try OpenFile(writingStream: path)) : .file(try PendingFile(path, replacing: isReplacing))
    }
  }

  /// Whether a path is that of a pipe or a device, or of a link to one.
  private static func isStream(_ path: String) throws(CryptoError) -> Bool {
    switch try FileSnapshot.of(path, followsLink: false, for: .createTemporary)?.kind {
    case .stream: true
    // A link to nowhere is one to replace.
    case .link: (try? FileSnapshot.of(path, followsLink: true, for: .createTemporary))?.kind == .stream
    default: false
    }
  }

  /// The place as one that takes bytes in order.
  var sink: any ByteSink {
    switch self {
    case .file(let pending): pending.file
    case .stream(let file): file
    }
  }

  /// Writes what comes before the chunks; gives the offset of the first.
  ///
  /// - Throws: ``CryptoError``.
  func begin(with header: [UInt8], _ control: StreamControl) throws(CryptoError) -> UInt64 {
    // because UInt8 has no padding
    try unsafe header.byteSpan.bytes.withUnsafeBytes { bytes throws(CryptoError) in
      switch self {
      // because the array outlives the call
      case .file(let pending): try unsafe pending.file.write(bytes, at: 0)
      case .stream(let file):
        // because the array outlives the call
        try unsafe file.writeNext(bytes, isCancelled: { control.isCancelled })
      }
    }
    return UInt64(header.count)
  }

  /// Where the pipeline writes.
  func output(at offset: UInt64, isDurable: Bool) -> ChunkPipeline.Output {
    switch self {
    case .file(let pending): .file(pending.file, offset: offset, isDurable: isDurable)
    case .stream(let file): .stream(file)
    }
  }

  /// Gives a new file its name.
  ///
  /// - Throws: ``CryptoError``.
  func finish(like source: FileSnapshot?, isDurable: Bool) throws(CryptoError) {
    guard case .file(let pending) = self else { return }
    try pending.commit(like: source, isDurable: isDurable)
  }
}
