/// Why bytes are not what a format says.
package enum ByteProblem: Error, Equatable {
  /// They end before a field does.
  case truncated
  /// A field is longer than the format allows, or there are more fields.
  case tooLong
  /// Something comes after the last field.
  case leftOver
  /// A field has a value that the format does not have.
  case unexpected
}

/// Takes the fields of a binary format one after the other and never reads beyond its end.
///
/// It copies nothing until it is asked to, and every length is compared with what is left before anything is taken: no
/// input stops the program or makes it reserve more than the input has. Formats add their own kinds of fields in
/// extensions for their own error. One thread at a time.
package struct ByteReader<Failure: Error>: ~Escapable {
  private let source: RawSpan
  private let failure: (ByteProblem, Int) -> Failure
  /// The number of bytes that were taken.
  package private(set) var offset: Int

  /// Begins at the start.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - failure: Gives the format's error for a problem and the number of bytes that were taken before it.
  @_lifetime(copy source)
  package init(_ source: RawSpan, failure: @escaping (_ problem: ByteProblem, _ offset: Int) -> Failure) {
    (self.source, self.failure) = (source, failure)
    offset = 0
  }

  /// The number of bytes that are left.
  package var remaining: Int { source.byteCount - offset }

  /// Whether nothing is left.
  package var isAtEnd: Bool { remaining == 0 }

  /// The format's error for a problem with what stands here.
  package func error(_ problem: ByteProblem = .unexpected) -> Failure { failure(problem, offset) }

  /// Makes sure that something holds.
  package func require(_ holds: Bool) throws(Failure) { guard holds else { throw error() } }

  /// Makes sure that nothing is left.
  package func end() throws(Failure) { guard isAtEnd else { throw error(.leftOver) } }
}

extension ByteReader where Failure == ByteProblem {
  /// Begins at the start of bytes whose format has no error of its own.
  @_lifetime(copy source)
  package init(_ source: RawSpan) { self.init(source) { problem, _ in problem } }
}

// MARK: - Bytes

extension ByteReader {
  /// The next bytes, in place.
  @_lifetime(copy self)
  package mutating func span(_ count: Int) throws(Failure) -> RawSpan {
    guard count >= 0, count <= remaining else { throw error(.truncated) }
    defer { offset += count }
    return source.extracting(offset..<offset + count)
  }

  /// A copy of the next bytes, which are not secret.
  package mutating func bytes(_ count: Int) throws(Failure) -> [UInt8] { try span(count).byteArray }

  /// A copy of all bytes that are left.
  package mutating func rest() -> [UInt8] {
    defer { offset = source.byteCount }
    return source.extracting(offset..<source.byteCount).byteArray
  }

  /// The next bytes, a secret.
  package mutating func secret(_ count: Int) throws(Failure) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: try span(count)))
  }

  /// The next bytes, a text of valid UTF-8.
  package mutating func text(_ count: Int) throws(Failure) -> String {
    let bytes = try span(count)
    // because the text copies the bytes before the closure returns
    let text = unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    guard let text else { throw error() }
    return text
  }
}

// MARK: - Numbers

// They are not generic: a generic function of another module is not specialised for its caller. `byteSwapped` gives
// the number of a format whose least significant byte comes first.

extension ByteReader {
  /// The next byte.
  package mutating func number(_: UInt8.Type = UInt8.self) throws(Failure) -> UInt8 {
    guard remaining >= 1 else { throw error(.truncated) }
    defer { offset += 1 }
    // because a byte is left, and any bits are one
    return unsafe source.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The next two bytes as a number, its most significant byte first.
  package mutating func number(_: UInt16.Type = UInt16.self) throws(Failure) -> UInt16 {
    guard remaining >= 2 else { throw error(.truncated) }
    defer { offset += 2 }
    // because two bytes are left, and any bits are a number
    return UInt16(bigEndian: unsafe source.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The next four bytes as a number, its most significant byte first.
  package mutating func number(_: UInt32.Type = UInt32.self) throws(Failure) -> UInt32 {
    guard remaining >= 4 else { throw error(.truncated) }
    defer { offset += 4 }
    // because four bytes are left, and any bits are a number
    return UInt32(bigEndian: unsafe source.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The next eight bytes as a number, its most significant byte first.
  package mutating func number(_: UInt64.Type = UInt64.self) throws(Failure) -> UInt64 {
    guard remaining >= 8 else { throw error(.truncated) }
    defer { offset += 8 }
    // because eight bytes are left, and any bits are a number
    return UInt64(bigEndian: unsafe source.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The number of bytes or fields that follow, at most `limit`, in `size` bytes of which there are 1, 2 or 4.
  package mutating func count(in size: Int, limit: Int = .max) throws(Failure) -> Int {
    let count =
      switch size {
      case 1: Int(try number(UInt8.self))
      case 2: Int(try number(UInt16.self))
      default: Int(try number(UInt32.self))
      }
    guard count <= limit else { throw error(.tooLong) }
    return count
  }

  /// The bytes behind their number, at most `limit`, in place; see ``count(in:limit:)``.
  @_lifetime(copy self)
  package mutating func field(in size: Int, limit: Int = .max) throws(Failure) -> RawSpan {
    try span(try count(in: size, limit: limit))
  }

  /// A byte that is 0 for no or 1 for yes.
  package mutating func flag() throws(Failure) -> Bool {
    switch try number(UInt8.self) {
    case 0: false
    case 1: true
    default: throw error()
    }
  }

  /// Nothing after a byte that is 0, a value after one that is 1.
  package mutating func optional<Value>(
    _ value: (inout ByteReader) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    try flag() ? try value(&self) : nil
  }
}
