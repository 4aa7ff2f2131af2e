import OmamoriCore

// The numbers of zip archives, whose least significant byte comes first.
extension ByteReader {
  /// The next two bytes as a number.
  mutating func short() throws(Failure) -> Int { Int(try number(UInt16.self).byteSwapped) }

  /// The next four bytes as a number.
  mutating func word() throws(Failure) -> Int { Int(try number(UInt32.self).byteSwapped) }

  /// The next eight bytes as a number; refused when it is larger than any file.
  mutating func long() throws(Failure) -> Int {
    guard let number = Int(exactly: try number(UInt64.self).byteSwapped) else { throw error(.tooLong) }
    return number
  }
}
