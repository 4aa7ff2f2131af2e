import OmamoriCore

/// A file that is written as age's armor.
///
/// Safe to use from any thread; one at a time writes.
final class ArmoredSink: ByteSink {
  private let base: any ByteSink
  private let writer = Protected(AgeArmorWriter())

  /// Writes the armor to `base`, which stands at the place where it begins.
  init(_ base: any ByteSink) { self.base = base }

  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) {
    let copy = unsafe Array(bytes)  // because the bytes are copied at once
    var text: [UInt8] = []
    text.reserveCapacity(copy.count / 3 * 4 + copy.count / 48 + 128)
    writer.withLock { $0.write(copy.byteSpan, into: &text) }
    try base.write(text, isCancelled: isCancelled)
  }

  func finishWriting(isCancelled: () -> Bool) throws(CryptoError) {
    var text: [UInt8] = []
    writer.withLock { $0.finish(into: &text) }
    try base.write(text, isCancelled: isCancelled)
    try base.finishWriting(isCancelled: isCancelled)
  }
}
