import OmamoriCore

/// Finds the end of the header of an age file, the nonce of the payload included.
struct AgeHeaderMeter: HeaderMeter {
  private var reader = AgeHeaderReader()
  private var taken = 0

  mutating func size(in bytes: [UInt8]) throws(CryptoError) -> Int? {
    if reader.header == nil { taken += try reader.read(bytes.byteSpan.extracting(taken...)) }
    let size = taken + AgeFileKey.nonceSize
    return reader.header == nil || bytes.count < size ? nil : size
  }
}
