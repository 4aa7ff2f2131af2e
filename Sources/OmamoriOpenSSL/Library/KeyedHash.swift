import OmamoriCore

/// HMAC (RFC 2104) and HKDF (RFC 5869) with the hash functions of OpenSSL, for data that are there as a whole.
///
/// Calculated over the hash function, since OpenSSL's own interface to either looks the function up by name each time,
/// which takes longer than the calculation. Has no state; safe to use from any thread.
// because every buffer is used only during the call that gets it, and stays within its bounds
enum KeyedHash {
  /// Room for the block of every hash function.
  private static let padCapacity = 200

  /// The code of up to two pieces of data.
  static func code(
    _ algorithm: DigestAlgorithm,
    key: RawSpan,
    _ first: RawSpan,
    _ second: RawSpan = RawSpan()
  ) -> DigestBytes {
    var code = DigestBytes()
    unsafe code.withUnsafeMutableBytes {
      unsafe Self.code(DigestContext(algorithm), algorithm, key: key, first, second, into: $0)
    }
    return code
  }

  /// The code of two pieces of data as a secret, of which no copy is left anywhere.
  static func secretCode(
    _ algorithm: DigestAlgorithm,
    key: RawSpan,
    _ first: RawSpan,
    _ second: RawSpan
  ) -> SecretBytes {
    SecretBytes(count: algorithm.byteCount) { output in
      unsafe output.withUnsafeMutableBytes {
        unsafe code(DigestContext(algorithm), algorithm, key: key, first, second, into: $0)
      }
    }
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
    unsafe output.withUnsafeMutableBytes { output in
      unsafe withScratch(DigestBytes.capacity) { block in
        unsafe expand(algorithm, key: key, info: info, into: output, block)
      }
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
    unsafe output.withUnsafeMutableBytes { output in
      unsafe withScratch(2 * DigestBytes.capacity) { scratch in
        let key = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<algorithm.byteCount])
        let block = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[DigestBytes.capacity...])
        unsafe code(DigestContext(algorithm), algorithm, key: salt, material, into: key)
        unsafe expand(algorithm, key: UnsafeRawBufferPointer(key).bytes, info: info, into: output, block)
      }
    }
  }

  /// Fills the output with one code after the other; each is calculated in `block`, which has room for one.
  private static func expand(
    _ algorithm: DigestAlgorithm,
    key: RawSpan,
    info: RawSpan,
    into output: UnsafeMutableRawBufferPointer,
    _ block: UnsafeMutableRawBufferPointer
  ) {
    let context = DigestContext(algorithm)
    var (offset, counter, previous): (Int, UInt8, Int) = (0, 1, 0)
    while offset < output.count {
      unsafe withUnsafeBytes(of: &counter) { number in
        let before = unsafe UnsafeRawBufferPointer(rebasing: block[..<previous]).bytes
        unsafe code(context, algorithm, key: key, before, info, number.bytes, into: block)
      }
      let length = min(algorithm.byteCount, output.count - offset)
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset...])
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<length]))
      (offset, counter, previous) = (offset + length, counter &+ 1, algorithm.byteCount)
    }
  }

  /// Writes a code to `target`, which is written to only after all data have been read.
  ///
  /// Nothing secret is returned by value: copies of what is returned stay behind on the stack.
  private static func code(
    _ context: borrowing DigestContext,
    _ algorithm: DigestAlgorithm,
    key: RawSpan,
    _ first: RawSpan,
    _ second: RawSpan = RawSpan(),
    _ third: RawSpan = RawSpan(),
    into target: UnsafeMutableRawBufferPointer
  ) {
    unsafe withScratch(padCapacity + DigestBytes.capacity) { scratch in
      let pad = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<algorithm.blockByteCount])
      let inner = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[padCapacity...])
      unsafe fill(pad, with: key, context)
      unsafe mix(pad, with: 0x36)
      unsafe context.update(UnsafeRawBufferPointer(pad))
      context.update(first)
      context.update(second)
      context.update(third)
      unsafe context.finish(into: inner)
      context.restart()
      unsafe mix(pad, with: 0x36 ^ 0x5C)
      unsafe context.update(UnsafeRawBufferPointer(pad))
      unsafe context.update(UnsafeRawBufferPointer(rebasing: inner[..<algorithm.byteCount]))
      unsafe context.finish(into: target)
      context.restart()
    }
  }

  /// Has two calculations see what begins the inner and the outer one with a key.
  static func start(
    _ inner: borrowing DigestContext,
    _ outer: borrowing DigestContext,
    _ algorithm: DigestAlgorithm,
    key: RawSpan
  ) {
    unsafe withScratch(padCapacity) { scratch in
      let pad = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<algorithm.blockByteCount])
      unsafe fill(pad, with: key, inner)
      unsafe mix(pad, with: 0x36)
      unsafe inner.update(UnsafeRawBufferPointer(pad))
      unsafe mix(pad, with: 0x36 ^ 0x5C)
      unsafe outer.update(UnsafeRawBufferPointer(pad))
    }
  }

  /// Calls `body` with memory that is wiped afterwards.
  private static func withScratch(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { scratch in
      unsafe body(scratch)
      unsafe MemoryWipe.wipe(scratch)
    }
  }

  /// Writes the key or, when it is longer than a block, its hash value, and zeros behind it.
  private static func fill(
    _ pad: UnsafeMutableRawBufferPointer,
    with key: RawSpan,
    _ context: borrowing DigestContext
  ) {
    unsafe pad.initializeMemory(as: UInt8.self, repeating: 0)
    guard key.byteCount > pad.count else {
      unsafe key.withUnsafeBytes { unsafe pad.copyMemory(from: $0) }
      return
    }
    context.update(key)
    unsafe context.finish(into: pad)  // because a block is never shorter than the hash value
    context.restart()
  }

  private static func mix(_ pad: UnsafeMutableRawBufferPointer, with byte: UInt8) {
    for index in pad.indices { unsafe pad[index] ^= byte }
  }
}

/// HMAC (RFC 2104) with one key, for many data one after the other.
///
/// The key is taken in once, in the form of what the hash function makes of it; OpenSSL wipes that in the end. One thread
/// at a time.
package struct KeyedHashState: ~Copyable {
  private let inner: DigestContext
  private let outer: DigestContext
  private let work: DigestContext
  private let byteCount: Int

  /// Takes a key in.
  ///
  /// - Parameters:
  ///   - algorithm: The hash function.
  ///   - key: The key, of any length.
  package init(_ algorithm: DigestAlgorithm, key: RawSpan) {
    inner = DigestContext(algorithm)
    outer = DigestContext(algorithm)
    work = DigestContext(algorithm)
    byteCount = algorithm.byteCount
    KeyedHash.start(inner, outer, algorithm, key: key)
  }

  /// The code of two pieces of data.
  package borrowing func code(_ first: RawSpan, _ second: RawSpan) -> DigestBytes {
    var code = DigestBytes()
    unsafe code.withUnsafeMutableBytes { code in
      work.become(inner)
      work.update(first)
      work.update(second)
      unsafe work.finish(into: code)  // because there is room for the value of every hash function
      work.become(outer)
      // because the value of the hash function is so long
      unsafe work.update(UnsafeRawBufferPointer(rebasing: code[..<byteCount]))
      unsafe work.finish(into: code)  // because all of it was read
    }
    return code
  }
}
