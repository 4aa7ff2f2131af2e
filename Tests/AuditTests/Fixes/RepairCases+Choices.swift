extension RepairCases {
  /// Repairs that need a decision.
  static let choices = [
    Case(
      rule: "cleartext-url", before: #"var components = URLComponents(); components.scheme = "http""#,
      after: #"var components = URLComponents(); components.scheme = "https""#),
    Case(
      rule: "random-status-ignored", before: "_ = SecRandomCopyBytes(kSecRandomDefault, key.count, &key)",
      after: "precondition(SecRandomCopyBytes(kSecRandomDefault, key.count, &key) == errSecSuccess)"),
    Case(
      rule: "cleartext-url",
      before: #"let request = URLRequest(url: URL(string: "http://api.example.org/v1?a=\(id)")!)"#,
      after: #"let request = URLRequest(url: URL(string: "https://api.example.org/v1?a=\(id)")!)"#),
    Case(
      rule: "biometric-enrolment-change",
      before:
        "let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryAny, nil)",
      after:
        "let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryCurrentSet, nil)"
    ),
    Case(
      rule: "biometric-enrolment-change",
      before:
        "let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .touchIDAny], nil)",
      after:
        "let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .touchIDCurrentSet], nil)"
    ),
    Case(
      rule: "database-unprotected-store",
      before:
        "try c.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)",
      after:
        "try c.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSPersistentStoreFileProtectionKey: FileProtectionType.complete])"
    ),
    Case(
      rule: "database-unprotected-store",
      before:
        "try c.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSMigratePersistentStoresAutomaticallyOption: true])",
      after:
        "try c.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSMigratePersistentStoresAutomaticallyOption: true, NSPersistentStoreFileProtectionKey: FileProtectionType.complete])"
    ),
  ]
}
