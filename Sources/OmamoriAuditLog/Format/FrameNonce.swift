/// The 12 bytes of the nonce of a frame: four zeros and the sequence, its most significant byte first.
struct FrameNonce: BitwiseCopyable {
  private let words: (UInt32, UInt32, UInt32)

  init(_ sequence: UInt64) {
    words = (
      0, UInt32(truncatingIfNeeded: sequence >> 32).bigEndian, UInt32(truncatingIfNeeded: sequence).bigEndian
    )
  }
}
