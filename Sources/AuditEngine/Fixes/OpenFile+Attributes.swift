#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import CFileFlags
import Glibc
#endif
import OmamoriCore

extension OpenFile {
  /// Gives another file the extended attributes of this one, access control lists among them.
  ///
  /// Labels that the system's own protection gives (`security.`, `trusted.`) stay away where the user may not set them.
  /// Comes after the permissions, which a change would take from the list.
  ///
  /// - Parameter other: The descriptor of the other file, open for writing.
  /// - Returns: 0, or the system's error number; some attributes may then be set.
  func copyAttributes(to other: CInt) -> CInt {
    #if canImport(Darwin)
    // because no state is handed over
    return unsafe fcopyfile(descriptor.number, other, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL))
      == 0
      ? 0 : errno
    #else
    var names = [CChar](repeating: 0, count: Self.longestAttribute)
    // because the array has room for as many bytes as the call may write
    let length = unsafe omamori_file_attribute_names(descriptor.number, &names, UInt(names.count))
    guard length >= 0 else { return Self.withoutSupport(CInt(clamping: -length)) }
    for name in names[..<length].split(separator: 0) {
      let code = copyAttribute(Array(name) + [0], to: other)
      if code != 0 { return code }
    }
    return 0
    #endif
  }

  /// Takes away the access control list that a new file got from its folder; comes before the permissions.
  static func removeInheritedList(from new: CInt) {
    #if !canImport(Darwin)
    _ = unsafe omamori_remove_file_attribute(new, "system.posix_acl_access")  // because the name is a literal
    #endif
  }

  #if !canImport(Darwin)
  /// The most bytes that Linux keeps in one attribute, and in the names of all (`XATTR_SIZE_MAX`, `XATTR_LIST_MAX`).
  private static let longestAttribute = 65_536

  private func copyAttribute(_ name: [CChar], to other: CInt) -> CInt {
    var value = [UInt8](repeating: 0, count: Self.longestAttribute)
    // because the name ends with zero and the array has room for as many bytes as the call may write
    let length = unsafe omamori_file_attribute(descriptor.number, name, &value, UInt(value.count))
    // Somebody may have taken it away meanwhile.
    guard length >= 0 else { return -length == ENODATA ? 0 : CInt(clamping: -length) }
    // because the name ends with zero and the array has that many bytes
    let code = unsafe omamori_set_file_attribute(other, name, value, UInt(length))
    return code != 0 && Self.isOfTheSystem(name) ? 0 : code
  }

  private static func isOfTheSystem(_ name: [CChar]) -> Bool {
    ["security.", "trusted."].contains { name.starts(with: $0.utf8.map { CChar(bitPattern: $0) }) }
  }

  /// A file system without attributes has none to copy.
  private static func withoutSupport(_ code: CInt) -> CInt { [EOPNOTSUPP, ENOSYS].contains(code) ? 0 : code }
  #endif
}
