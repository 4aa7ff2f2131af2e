import Foundation
import LocalAuthentication
import Security

enum KeychainError: Error, Equatable {
  case accessControl
  case cancelled
  case locked
  case unexpected(OSStatus)
}

// Keychain への薄いラッパー。項目はこの端末から出ない。
struct KeychainStore: Sendable {
  static let shared = KeychainStore()

  /// Every item the app keeps.
  enum Item: String, CaseIterable, Sendable {
    case refreshToken
    case attestationKeyID
    case journalKey
    case wrappedJournalKey
    case parentCheck
    case walletKey
    case chatIdentity

    /// Readable only with a finger or face that was enrolled when the item was stored.
    var needsBiometry: Bool { self == .journalKey }
  }

  private let service = "example.tsukimi.app"

  /// Updates the item or adds it; an old value stays until the new one is stored.
  func save(_ value: Data, as item: Item) throws {
    let update = SecItemUpdate(query(item) as CFDictionary, [kSecValueData: value] as CFDictionary)
    guard update == errSecItemNotFound else { return try check(update) }

    var attributes = query(item)
    attributes[kSecValueData] = value
    if item.needsBiometry {
      attributes[kSecAttrAccessControl] = try Self.biometryAccess(flags: [.biometryCurrentSet])
    } else {
      attributes[kSecAttrAccessible] = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    }
    try check(SecItemAdd(attributes as CFDictionary, nil))
  }

  /// The value, or nil only when there is no such item; every other failure is thrown.
  func load(_ item: Item, context: LAContext? = nil) throws -> Data? {
    var query = query(item)
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    if let context { query[kSecUseAuthenticationContext] = context }
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    try check(status)
    guard let value = result as? Data else { throw KeychainError.unexpected(errSecDecode) }
    return value
  }

  func delete(_ item: Item) throws {
    let status = SecItemDelete(query(item) as CFDictionary)
    if status != errSecItemNotFound { try check(status) }
  }

  // 登録済みの顔や指が変わると使えなくなるアクセス制御。
  static func biometryAccess(flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    guard
      let access = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, flags, nil)
    else { throw KeychainError.accessControl }
    return access
  }

  private func query(_ item: Item) -> [CFString: Any] {
    [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service,
      kSecAttrAccount: item.rawValue,
    ]
  }

  private func check(_ status: OSStatus) throws {
    switch status {
    case errSecSuccess: return
    case errSecUserCanceled: throw KeychainError.cancelled
    case errSecInteractionNotAllowed: throw KeychainError.locked
    default: throw KeychainError.unexpected(status)
    }
  }
}
