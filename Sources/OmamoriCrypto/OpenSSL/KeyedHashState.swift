#if !canImport(Darwin)

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
#endif
