public import OmamoriCore

/// Reads parts of an encrypted file without decrypting the rest.
///
/// The end of the file is verified first, so that the size is known and a file that was cut off is refused before
/// anything is read. Only verified bytes are given out. The file must not be written to while the reader exists. Safe to
/// use from any thread; reads take turns.
public final class EncryptedFileReader: Sendable {
  /// The size of the plaintext in bytes.
  public let size: UInt64
  private let file: OpenFile
  private let bodyOffset: UInt64
  private let chunks: UInt64
  private let cipher: ChunkCipher
  private let state: Protected<State>

  private struct State {
    let worker: ChunkWorker
    /// The chunk that was opened last, since the next read often begins in it.
    var last: (index: UInt64, bytes: [UInt8])?
  }

  /// Opens a file and verifies its header and its end.
  ///
  /// - Parameters:
  ///   - path: A file, not a pipe, and not in age's armor, where nothing stands at a place that can be calculated.
  ///   - decryptor: The keys. A password takes its time on the calling thread.
  /// - Throws: `CryptoError`.
  public init(_ path: String, with decryptor: FileDecryptor) throws(CryptoError) {
    let source = try FileSource(.path(path))
    guard source.isRegular else { throw .file(.openSource, code: 29) }  // ESPIPE everywhere
    let total = source.size ?? 0
    if decryptor.opening.allowsArmor, try source.isArmored() { throw .unsupported(.ageArmor) }
    file = source.file
    var (scan, offset) = (HeaderScan(decryptor.opening), UInt64(0))
    let file = file
    // because the room is only used during the call
    let (cipher, headerSize) = unsafe try scan.open { room throws(CryptoError) in
      let count = try unsafe file.read(into: room, at: offset)  // because the room is the caller's
      offset += UInt64(count)
      return count
    }
    guard UInt64(headerSize) <= total else { throw .sourceChanged }
    let contents = try cipher.layout.contents(ofSealed: total - UInt64(headerSize))
    (self.cipher, bodyOffset) = (cipher, UInt64(headerSize))
    (chunks, size) = (contents.chunks, contents.plaintext)
    state = Protected(State(worker: try ChunkWorker(cipher, .open)))
    _ = try chunk(chunks - 1)
  }

  /// Reads a part of the plaintext.
  ///
  /// - Parameters:
  ///   - offset: Where the part begins.
  ///   - count: The most bytes to read; a negative one counts as 0.
  /// - Returns: The bytes, fewer than `count` only at the end of the file.
  /// - Throws: `CryptoError.authenticationFailed` when a chunk was changed, `CryptoError.file(_:code:)`.
  public func read(at offset: UInt64, count: Int) throws(CryptoError) -> [UInt8] {
    guard offset < size, count > 0 else { return [] }
    let end = size - offset < UInt64(count) ? size : offset + UInt64(count)
    let chunkSize = UInt64(cipher.layout.chunkSize)
    var result: [UInt8] = []
    result.reserveCapacity(Int(end - offset))
    for index in offset / chunkSize...(end - 1) / chunkSize {
      let (start, bytes) = (index * chunkSize, try chunk(index))
      let (first, last) = (max(offset, start) - start, min(end, start + chunkSize) - start)
      guard last <= UInt64(bytes.count) else { throw .truncated(cipher.layout.format) }
      result += bytes[Int(first)..<Int(last)]
    }
    return result
  }

  private func chunk(_ index: UInt64) throws(CryptoError) -> [UInt8] {
    try state.withLock { state throws(CryptoError) in
      if let last = state.last, last.index == index { return last.bytes }
      let bytes = try open(index, state.worker)
      state.last = (index, bytes)
      return bytes
    }
  }

  private func open(_ index: UInt64, _ worker: ChunkWorker) throws(CryptoError) -> [UInt8] {
    let layout = cipher.layout
    let isFinal = index == chunks - 1
    let plaintextSize = isFinal ? Int(size - index * UInt64(layout.chunkSize)) : layout.chunkSize
    let sealed = ChunkBuffer(count: plaintextSize + layout.overhead)
    let place = bodyOffset + index * UInt64(layout.sealedChunkSize)
    // because the room belongs to this call
    guard try unsafe file.read(into: sealed.bytes, at: place) == sealed.bytes.count else {
      throw .sourceChanged
    }
    var failure: CryptoError?
    // because the closure fills the room or says that there are no bytes
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: plaintextSize) { room, count in
      let room = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(room)[..<plaintextSize])
      do throws(CryptoError) {
        // because both have the sizes of this chunk
        try unsafe worker.open(
          index: index, isFinal: isFinal, UnsafeRawBufferPointer(sealed.bytes), into: room)
        count = plaintextSize
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}
