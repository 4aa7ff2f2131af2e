/// Checks signatures before they are sent, since a bus ends the connection of whoever sends a wrong one.
///
/// Has no state. Source: <https://dbus.freedesktop.org/doc/dbus-specification.html#type-system>.
enum BusSignature {
  private static let greatestLength = 255
  private static let basic = Array("ybnqiuxtdsogh".utf8)

  /// Whether a text is a signature of any number of complete types.
  static func isValid(_ text: String) -> Bool { count(text) != nil }

  /// Whether a text is the signature of exactly one complete type.
  static func isSingle(_ text: String) -> Bool { count(text) == 1 }

  /// Whether a text is the signature of one basic type, as the key of a dictionary has to be.
  static func isBasic(_ text: String) -> Bool {
    text.utf8.count == 1 && text.utf8.allSatisfy { basic.contains($0) }
  }

  private static func count(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    guard rest.count <= greatestLength else { return nil }
    var count = 0
    while !rest.isEmpty {
      guard takeType(&rest, depth: 0) else { return nil }
      count += 1
    }
    return count
  }

  /// Takes one complete type from the front; `false` when there is none.
  private static func takeType(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Bool {
    guard depth <= 32, let first = rest.popFirst() else { return false }
    switch first {
    case UInt8(ascii: "v"): return true
    case UInt8(ascii: "a"):
      guard rest.first == UInt8(ascii: "{") else { return takeType(&rest, depth: depth + 1) }
      rest.removeFirst()
      guard let key = rest.popFirst(), basic.contains(key) else { return false }
      return takeType(&rest, depth: depth + 1) && rest.popFirst() == UInt8(ascii: "}")
    case UInt8(ascii: "("):
      repeat {
        guard takeType(&rest, depth: depth + 1) else { return false }
      } while rest.first != UInt8(ascii: ")")
      rest.removeFirst()
      return true
    default: return basic.contains(first)
    }
  }
}
