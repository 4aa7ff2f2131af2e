/// A variable of the environment that a process was started with.
///
/// A value; safe to share between threads.
package struct StartVariable: Sendable, Hashable {
  /// The name.
  package let name: String
  /// The value.
  package let value: String

  /// Makes a variable.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The variables that begin with `LD_` or `DYLD_`; others are nobody's business and are not even decoded.
  ///
  /// - Parameter bytes: The variables as a kernel keeps them, each ended by a zero. All are looked at: whoever starts a
  ///   program could put any number of others in front.
  /// - Returns: The variables in their order.
  package static func ofLoader(in bytes: [UInt8]) -> [StartVariable] {
    var found: [StartVariable] = []
    var start = 0
    while start < bytes.count {
      var end = start
      var equals: Int?
      while end < bytes.count, bytes[end] != 0 {
        if bytes[end] == UInt8(ascii: "="), equals == nil { equals = end }
        end += 1
      }
      if let equals, isOfLoader(bytes[start..<equals]) {
        found.append(
          StartVariable(
            String(decoding: bytes[start..<equals], as: UTF8.self),
            String(decoding: bytes[(equals + 1)..<end], as: UTF8.self)))
      }
      start = end + 1
    }
    return found
  }

  private static func isOfLoader(_ name: ArraySlice<UInt8>) -> Bool {
    name.starts(with: Array("LD_".utf8)) || name.starts(with: Array("DYLD_".utf8))
  }
}
