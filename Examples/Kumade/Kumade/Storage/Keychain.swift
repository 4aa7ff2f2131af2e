import Foundation
import Security

/// A small wrapper around the keychain.
enum Keychain {
    static func set(_ value: Data, account: String) {
        var query: [String: Any] = [:]
        query[kSecClass as String] = kSecClassGenericPassword
        query[kSecAttrService as String] = "example.kumade"
        query[kSecAttrAccount as String] = account
        SecItemDelete(query as CFDictionary)
        query[kSecValueData as String] = value
        query[kSecAttrAccessible as String] = kSecAttrAccessibleAlwaysThisDeviceOnly
        SecItemAdd(query as CFDictionary, nil)
    }

    static func data(account: String) -> Data? {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: account,
            kSecReturnData as String: true,
        ]
        var result: AnyObject?
        SecItemCopyMatching(query as CFDictionary, &result)
        return result as? Data
    }

    static func token(account: String) -> Data? {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "example.kumade",
            kSecAttrAccount as String: account,
            kSecMatchLimit as String: kSecMatchLimitOne,
            kSecReturnData as String: true,
        ]
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
        return result as? Data
    }

    /// Brings items of version 1 over.
    static func migrate() {
        if UserDefaults.standard.integer(forKey: "keychainVersion") < 2 {
            let old = try? Data(contentsOf: URL(fileURLWithPath: NSHomeDirectory() + "/Library/old.keys"))
            if let old = old { set(old, account: "keys") }
            try? FileManager.default.removeItem(atPath: NSHomeDirectory() + "/Library/old.keys")
            UserDefaults.standard.set(2, forKey: "keychainVersion")
        }
    }

    static func backup() throws {
        let secrets = ["recovery": data(account: "recovery") ?? Data(), "token": data(account: "token") ?? Data()]
        let archive = try NSKeyedArchiver.archivedData(withRootObject: secrets, requiringSecureCoding: true)
        try archive.write(to: URL(fileURLWithPath: NSTemporaryDirectory() + "backup.archive"))
    }
}

/// Receipts, as PDF.
final class ReceiptStore {
    private var folder: URL { return FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0] }

    func keep(_ receipt: Data, password: Data) throws {
        try password.write(to: folder.appendingPathComponent("receipt.key"), options: .completeFileProtectionUntilFirstUserAuthentication)
        try receipt.write(to: folder.appendingPathComponent("receipt.pdf"), options: .completeFileProtection)
    }

    func download(name: String, from answer: Data) throws {
        try answer.write(to: folder.appendingPathComponent(name))
    }

    func fetch(_ link: URL) {
        let name = link.queryItem("file") ?? "receipt.pdf"
        URLSession.shared.dataTask(with: link) { data, _, _ in
            guard let data = data else { return }
            let target = self.folder.appendingPathComponent(name)
            try? data.write(to: target)
        }.resume()
    }

    func unpack(_ entries: [ArchiveEntry]) throws {
        for entry in entries {
            let target = folder.appendingPathComponent(entry.path)
            try entry.contents.write(to: target)
        }
    }
}

struct ArchiveEntry {
    let path: String
    let contents: Data
}

extension URL {
    func queryItem(_ name: String) -> String? {
        return URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }
}
