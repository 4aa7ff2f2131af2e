import Foundation
import KeychainAccess
import Security

enum KeychainPolicy {
  static let sync: CFString = kSecAttrAccessibleAlways // weak: keychain-class file
  static let notes: CFString = kSecAttrAccessibleWhenUnlockedThisDeviceOnly // safe: keychain-class
  static let alwaysAsk = "notes.alwaysAsk" // safe: keychain-class

  static func widgetKeychain() -> Keychain {
    Keychain(service: "com.inkwell.widget").accessibility(.alwaysThisDeviceOnly) // weak: keychain-class file
  }

  static func editorKeychain() -> Keychain {
    Keychain(service: "com.inkwell.editor").accessibility(.whenPasscodeSetThisDeviceOnly) // safe: keychain-class
  }
}
