import CZlib

/// Inflates raw deflate data of known size, and computes checksums.
enum Inflater {
  /// Why data does not inflate.
  enum Failure: Error {
    case corrupt
  }

  /// The first `count` bytes that `data` inflates to.
  ///
  /// With `isWhole`, `data` has to end exactly where the output does. Never more than `count` bytes are made.
  static func inflate(_ data: [UInt8], count: Int, isWhole: Bool) throws(Failure) -> [UInt8] {
    guard let available = UInt32(exactly: data.count), let room = UInt32(exactly: count) else {
      throw .corrupt
    }
    var input = data
    var isRight = false
    // because one byte more than asked for shows data that goes on beyond its size
    let capacity = count + 1
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      unsafe input.withUnsafeMutableBufferPointer { source in
        var stream = unsafe z_stream()  // because zlib wants it zeroed and owned by the caller
        guard unsafe omamori_inflate_init_raw(&stream) == Z_OK else { return }  // because it is set up here
        defer { unsafe inflateEnd(&stream) }  // because it was set up above
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = available
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = room + 1
        // because both buffers outlive the call and zlib keeps to the sizes given
        let result = unsafe CZlib.inflate(&stream, isWhole ? Z_FINISH : Z_SYNC_FLUSH)
        filled = unsafe capacity - Int(stream.avail_out)
        isRight =
          isWhole
          ? result == Z_STREAM_END && (unsafe stream.avail_in) == 0 && filled == count
          : result == Z_STREAM_END || result == Z_OK || result == Z_BUF_ERROR
      }
    }
    guard isRight else { throw .corrupt }
    return output.count > count ? Array(output.prefix(count)) : output
  }

  /// The CRC-32 of `bytes` as zip stores it.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    // because zlib reads exactly the bytes of the array
    unsafe bytes.withUnsafeBufferPointer { buffer in
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }
}
