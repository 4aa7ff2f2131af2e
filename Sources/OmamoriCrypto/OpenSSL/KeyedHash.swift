#if !canImport(Darwin)
import OmamoriCore

/// HMAC (RFC 2104) and HKDF (RFC 5869) with the hash functions of OpenSSL, for data that are there as a whole.
///
/// Calculated over the hash function, since OpenSSL's own interface to either looks the function up by name each time,
/// which takes longer than the calculation. Has no state; safe to use from any thread.
// because every buffer is used only during the call that gets it, and stays within its bounds
enum KeyedHash {
  /// Room for the block of every hash function.
  private static let padCapacity = 200

  /// The code of up to three pieces of data.
  static func code(
    _ algorithm: DigestAlgorithm,
    key: RawSpan,
    _ first: RawSpan,
    _ second: RawSpan = RawSpan(),
    _ third: RawSpan = RawSpan()
  ) -> DigestBytes {
    let context = DigestContext(algorithm)
    return code(context, algorithm, key: key, first, second, third)
  }

  /// The first step of HKDF.
  static func extract(_ algorithm: DigestAlgorithm, _ material: RawSpan, salt: RawSpan) -> DigestBytes {
    code(algorithm, key: salt, material)
  }

  /// The second step of HKDF.
  ///
  /// - Parameters:
  ///   - algorithm: The hash function.
  ///   - key: The pseudorandom key.
  ///   - info: The context.
  ///   - output: Is filled; at most 255 times as long as a hash value.
  static func expand(
    _ algorithm: DigestAlgorithm, key: RawSpan, info: RawSpan, into output: inout MutableRawSpan
  ) {
    let context = DigestContext(algorithm)
    unsafe output.withUnsafeMutableBytes { output in
      var block = DigestBytes()
      var (offset, counter, previous): (Int, UInt8, Int) = (0, 1, 0)
      while offset < output.count {
        block = unsafe block.withUnsafeBytes(count: previous) { before in
          unsafe withUnsafeBytes(of: &counter) { number in
            unsafe code(context, algorithm, key: key, before.bytes, info, number.bytes)
          }
        }
        let length = min(algorithm.byteCount, output.count - offset)
        unsafe block.withUnsafeBytes(count: length) {
          unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset...]).copyMemory(from: $0)
        }
        (offset, counter, previous) = (offset + length, counter &+ 1, algorithm.byteCount)
      }
      block.wipe()
    }
  }

  /// Both steps of HKDF.
  static func derive(
    _ algorithm: DigestAlgorithm,
    _ material: RawSpan,
    salt: RawSpan,
    info: RawSpan,
    into output: inout MutableRawSpan
  ) {
    var key = extract(algorithm, material, salt: salt)
    unsafe key.withUnsafeBytes(count: algorithm.byteCount) {
      unsafe expand(algorithm, key: $0.bytes, info: info, into: &output)
    }
    key.wipe()
  }

  private static func code(
    _ context: borrowing DigestContext,
    _ algorithm: DigestAlgorithm,
    key: RawSpan,
    _ first: RawSpan,
    _ second: RawSpan,
    _ third: RawSpan
  ) -> DigestBytes {
    unsafe withUnsafeTemporaryAllocation(byteCount: padCapacity, alignment: 16) { room in
      let pad = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<algorithm.blockByteCount])
      unsafe fill(pad, with: key, context, algorithm)
      unsafe mix(pad, with: 0x36)
      unsafe context.update(UnsafeRawBufferPointer(pad))
      context.update(first)
      context.update(second)
      context.update(third)
      var inner = context.finish()
      context.restart()
      unsafe mix(pad, with: 0x36 ^ 0x5C)
      unsafe context.update(UnsafeRawBufferPointer(pad))
      unsafe inner.withUnsafeBytes(count: algorithm.byteCount) { unsafe context.update($0) }
      let code = context.finish()
      context.restart()
      unsafe MemoryWipe.wipe(pad)
      inner.wipe()
      return code
    }
  }

  /// Writes the key or, when it is longer than a block, its hash value, and zeros behind it.
  private static func fill(
    _ pad: UnsafeMutableRawBufferPointer,
    with key: RawSpan,
    _ context: borrowing DigestContext,
    _ algorithm: DigestAlgorithm
  ) {
    unsafe pad.initializeMemory(as: UInt8.self, repeating: 0)
    guard key.byteCount > pad.count else {
      unsafe key.withUnsafeBytes { unsafe pad.copyMemory(from: $0) }
      return
    }
    context.update(key)
    var hashed = context.finish()
    context.restart()
    unsafe hashed.withUnsafeBytes(count: algorithm.byteCount) { unsafe pad.copyMemory(from: $0) }
    hashed.wipe()
  }

  private static func mix(_ pad: UnsafeMutableRawBufferPointer, with byte: UInt8) {
    for index in pad.indices { unsafe pad[index] ^= byte }
  }
}
#endif
