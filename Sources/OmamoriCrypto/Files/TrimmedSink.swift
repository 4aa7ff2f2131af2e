import OmamoriCore

/// A place that takes the first bytes and drops the byte 0x80 and the zeros after them.
///
/// Safe to use from any thread; one at a time writes.
final class TrimmedSink: ByteSink {
  private struct State {
    var taken: UInt64 = 0
    var isPadded = true
  }

  private let base: any ByteSink
  private let length: UInt64
  private let state = Protected(State())

  init(_ base: any ByteSink, length: UInt64) { (self.base, self.length) = (base, length) }

  /// Whether as many bytes came as the seal says, and only the marker and zeros after them.
  func isRight(_ seal: PaddedFile.Seal) -> Bool {
    state.withLock { $0.isPadded && $0.taken == seal.paddedLength && seal.length < seal.paddedLength }
  }

  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) {
    let taken = state.withLock { $0.taken }
    let count = taken < length ? Int(min(UInt64(bytes.count), length - taken)) : 0
    var (isPadded, zeros) = (true, count)
    if taken <= length, count < bytes.count {
      isPadded = unsafe bytes[count] == PaddedFile.marker  // because it lies within the bytes
      zeros += 1
    }
    // because the part lies within the bytes
    let isZero = unsafe ConstantTime.isZero(UnsafeRawBufferPointer(rebasing: bytes[zeros...]).bytes)
    let size = bytes.count
    state.withLock { state in
      state.taken += UInt64(size)
      state.isPadded = state.isPadded && isPadded && isZero
    }
    guard count > 0 else { return }
    // because the part lies within the bytes
    try unsafe base.writeNext(
      UnsafeRawBufferPointer(rebasing: bytes[..<count]), isCancelled: isCancelled)
  }

  func finishWriting(isCancelled: () -> Bool) throws(CryptoError) {
    try base.finishWriting(isCancelled: isCancelled)
  }
}
