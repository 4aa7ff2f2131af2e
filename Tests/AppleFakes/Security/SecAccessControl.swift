// Compared with SecAccessControl.h and SecAccessControl.m of Security-61901.0.87.0.1.
public import Foundation

/// See <https://developer.apple.com/documentation/security/secaccesscontrol>.
public final class SecAccessControl: NSObject, Sendable {
  let protection: Accessibility
  package let flags: SecAccessControlCreateFlags

  init(protection: Accessibility, flags: SecAccessControlCreateFlags) {
    self.protection = protection
    self.flags = flags
  }

  /// Whether reading the item asks a person.
  package var asksPerson: Bool {
    !flags.isDisjoint(with: [.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode])
  }
}

/// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags>.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The flags as bits.
  public let rawValue: CFOptionFlags

  /// Makes flags from bits.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/userpresence>.
  public static let userPresence = Self(rawValue: 1 << 0)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometryany>.
  public static let biometryAny = Self(rawValue: 1 << 1)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometrycurrentset>.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/devicepasscode>.
  public static let devicePasscode = Self(rawValue: 1 << 4)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/or>.
  public static let or = Self(rawValue: 1 << 14)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/and>.
  public static let and = Self(rawValue: 1 << 15)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/privatekeyusage>.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)
  /// See <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/applicationpassword>.
  public static let applicationPassword = Self(rawValue: 1 << 31)
}

extension SecAccessControlCreateFlags {
  /// Whether Apple makes an access control of these flags.
  fileprivate var isPossible: Bool {
    if isSuperset(of: [.or, .and]) || isSuperset(of: [.biometryAny, .biometryCurrentSet]) { return false }
    return !contains(.userPresence) || isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
  }
}

/// See <https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)>.
///
/// Refuses a protection that is no `kSecAttrAccessible` value, and the combinations that Apple's implementation refuses.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?,
  _ protection: CFTypeRef,
  _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard let name = protection as? String, let protection = Accessibility(rawValue: name),
    flags.isPossible, !FakeKeychain.current.refusesAccessControl
  else {
    let reason = NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam))
    // because the caller owns the error, as Core Foundation's rule for `Create` functions says
    unsafe error?.pointee = unsafe Unmanaged.passRetained(reason)
    return nil
  }
  return SecAccessControl(protection: protection, flags: flags)
}
