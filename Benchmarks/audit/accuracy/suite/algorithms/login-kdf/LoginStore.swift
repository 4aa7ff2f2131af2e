import CryptoKit
import Foundation
import KeychainAccess

struct PasswordPolicy: Codable {
  var minimumLength: Int
  var revision: Int
}

struct LoginStore: SecretHashing {
  let context: Data
  private let keychain = Keychain(service: "com.harbourdesk.login").accessibility(.whenUnlockedThisDeviceOnly) // safe: keychain-class

  init(context: Data) { self.context = context }

  func save(_ login: StoredLogin) throws {
    try keychain.set(try JSONEncoder().encode(login), key: login.user)
  }

  func policyRevisionTag(_ passwordPolicy: PasswordPolicy) throws -> Data {
    documentImprint(try JSONEncoder().encode(passwordPolicy))
  }

  func rememberDevice(user: String) throws -> String {
    let deviceToken = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    let lookup = Data(SHA256.hash(data: deviceToken)) // safe: password-hash
    try keychain.set(lookup, key: "device.\(user)")
    return deviceToken.base64EncodedString()
  }

  func screenLockVerifier(passcode: String, deviceKey: SymmetricKey) -> Data {
    let parts = [passcode, "screen-lock"]
    return mac(of: parts.joined(separator: ":"), with: deviceKey)
  }

  private func mac(of text: String, with key: SymmetricKey) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)) // weak: password-hash helper
  }

  func requestTag(body: Data, sessionKey: SymmetricKey) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: body, using: sessionKey)) // safe: password-hash
  }
}
