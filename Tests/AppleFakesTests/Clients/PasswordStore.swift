import Foundation
import Security

/// A client of the keychain, written as for an Apple system: the fakes must serve it unchanged.
struct PasswordStore: Sendable {
  enum Failure: Error, Equatable {
    case absent, duplicate, locked, cancelled
    case status(OSStatus)
  }

  let service: String

  func add(_ password: Data, for account: String, control: SecAccessControl? = nil) throws(Failure) {
    var item = query(account)
    item[kSecValueData] = password
    if let control {
      item[kSecAttrAccessControl] = control
    } else {
      item[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    }
    try check(SecItemAdd(item as CFDictionary, nil))
  }

  func password(for account: String) throws(Failure) -> Data {
    var search = query(account)
    search[kSecReturnData] = kCFBooleanTrue
    search[kSecMatchLimit] = kSecMatchLimitOne
    var result: CFTypeRef?
    // because the result is a variable of this function
    try check(unsafe SecItemCopyMatching(search as CFDictionary, &result))
    guard let data = result as? Data else { throw .absent }
    return data
  }

  func accounts() throws(Failure) -> [String] {
    let search: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
      kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll,
    ]
    var result: CFTypeRef?
    // because the result is a variable of this function
    try check(unsafe SecItemCopyMatching(search as CFDictionary, &result))
    guard let items = result as? [[CFString: Any]] else { throw .status(errSecDecode) }
    return items.compactMap { $0[kSecAttrAccount] as? String }
  }

  func replace(_ password: Data, for account: String) throws(Failure) {
    try check(SecItemUpdate(query(account) as CFDictionary, [kSecValueData: password] as CFDictionary))
  }

  func remove(_ account: String) throws(Failure) {
    try check(SecItemDelete(query(account) as CFDictionary))
  }

  static func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    var error: Unmanaged<CFError>?
    // because the error is a variable of this function, and owned by it when there is one
    let control = unsafe SecAccessControlCreateWithFlags(
      kCFAllocatorDefault,
      kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      flags,
      &error
    )
    guard let control else { throw unsafe error?.takeRetainedValue() ?? Failure.status(errSecParam) }
    return control
  }

  private func query(_ account: String) -> [CFString: Any] {
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
      kSecUseDataProtectionKeychain: true,
    ]
  }

  private func check(_ status: OSStatus) throws(Failure) {
    switch status {
    case errSecSuccess: return
    case errSecItemNotFound: throw .absent
    case errSecDuplicateItem: throw .duplicate
    case errSecInteractionNotAllowed: throw .locked
    case errSecUserCanceled: throw .cancelled
    default: throw .status(status)
    }
  }
}
