#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// The names of the machine's users.
enum UserName {
  /// The name of the user that this process belongs to; `nil` when the machine knows none.
  static var current: String? {
    // because the lookup uses what it is given within the call only
    unsafe withEntry { entry, buffer, room, found in
      unsafe getpwuid_r(getuid(), entry, buffer, room, found)  // because all live here
    } read: {
      unsafe $0.pw_name.map { unsafe String(cString: $0) }  // because names end with a NUL
    }
  }

  /// The number of a user; `nil` when the machine does not know the name.
  static func number(of name: String) -> UInt32? {
    // because the lookup uses what it is given within the call only
    unsafe withEntry { entry, buffer, room, found in
      unsafe getpwnam_r(name, entry, buffer, room, found)  // because all live here
    } read: {
      unsafe $0.pw_uid
    }
  }

  /// Whether a text can be a user's name; it says nothing about there being one.
  static func isValid(_ name: String) -> Bool {
    (1...256).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":")
      }
  }

  private typealias Lookup = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> Int32

  private static func withEntry<Value>(_ lookUp: Lookup, read: (passwd) -> Value?) -> Value? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 16_384)
    return unsafe room.withUnsafeMutableBufferPointer { buffer in
      // because entry, buffer and found live until the entry has been read
      guard let base = buffer.baseAddress, unsafe lookUp(&entry, base, buffer.count, &found) == 0,
        let found = unsafe found
      else { return nil }
      return unsafe read(found.pointee)
    }
  }
}
