extension RepairCases {
  /// Weak code that a rule finds and that only a person can repair: the value comes from somewhere else, or a change
  /// here would break something elsewhere.
  static let byHand: [(rule: String, source: String)] = [
    ("tls-deprecated-property", "configuration.tlsMinimumSupportedProtocol = version"),
    ("tls-deprecated-property", "if configuration.tlsMinimumSupportedProtocol == .tlsProtocol12 { warn() }"),
    (
      "tls-minimum-too-low",
      "let oldest = tls_protocol_version_t.TLSv10\nconfiguration.tlsMinimumSupportedProtocolVersion = oldest"
    ),
    (
      "tls-minimum-too-low",
      "configuration.tlsMinimumSupportedProtocolVersion = isOld ? .TLSv10 : .TLSv12"
    ),
    ("tls-minimum-too-low", "let level = kCFStreamSocketSecurityLevelTLSv1"),
    (
      "tls-minimum-too-low",
      "struct Policy { var minTLSVersion = Version.tlsv12 }\npolicy.minTLSVersion = .tlsv10; p.minTLSVersion = .tlsv11"
    ),
    ("string-length-mixed", "let n = text.lowercased().count\nlet range = NSRange(location: 0, length: n)"),
    ("string-length-mixed", "let end = text.lowercased().index(start, offsetBy: match.range.location)"),
    (
      "insecure-deserialization",
      "let all = try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? [Engine]"
    ),
    ("cleartext-url", #"let request = URLRequest(url: URL(string: "http://api.example.org:8080/v1")!)"#),
    ("ui-secure-entry-missing", #"TextField("Password", text: $password, axis: .vertical)"#),
    ("cookie-accept-all", "configuration.httpCookieAcceptPolicy = isOpen ? .always : .never"),
    (
      "cookie-not-secure",
      #"let properties: [HTTPCookiePropertyKey: Any] = [.name: "x"]; let c = HTTPCookie(properties: properties)"#
    ),
    ("webview-inspectable", "func open() { web.isInspectable = true; web.load(request) }"),
    ("webview-inspectable", "switch mode {\ncase .debug:\n  web.isInspectable = true\ndefault: break\n}"),
    ("webview-inspectable", "configure(web) { $0.isInspectable = true }"),
    ("webview-inspectable", "configure(web) {\n  $0.isInspectable = true\n}"),
    ("tls-verify-disabled-library", "let e: DisabledTrustEvaluator = DisabledTrustEvaluator()"),
    (
      "keychain-migratable",
      """
      SecItemAdd(
        [
          kSecClass: kSecClassGenericPassword, kSecAttrAccount: "session-token", kSecValueData: data,
          kSecAttrSynchronizable: true, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
        ] as CFDictionary, nil)
      """
    ),
    ("lacontext-reused", "let five = 300\ncontext.touchIDAuthenticationAllowableReuseDuration = five"),
    ("log-public-privacy", #"import Logging; logger.info("in with \(accessToken, privacy: .public)")"#),
    ("xml-external-entities", "let on = true\nparser.shouldResolveExternalEntities = on"),
    (
      "keychain-accessible-always",
      """
      let query: [String: Any] = [kSecAttrAccessible as String: kSecAttrAccessibleAlways]
      SecItemDelete(query as CFDictionary)
      SecItemAdd(query as CFDictionary, nil)
      """
    ),
    ("keychain-accessible-always", "func attributes(_ accessible: CFString = kSecAttrAccessibleAlways) {}"),
    (
      "keychain-migratable",
      """
      func save() {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "session-token"]
        query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked
        SecItemDelete(query as CFDictionary)
        query[kSecValueData] = data
        SecItemAdd(query as CFDictionary, nil)
      }
      """
    ),
    (
      "keychain-accessible-missing",
      """
      func save() {
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "t", kSecValueData: data]
        if SecItemCopyMatching(query as CFDictionary, nil) != errSecSuccess { SecItemAdd(query as CFDictionary, nil) }
      }
      """
    ),
    (
      "keychain-wrapper-default",
      "import KeychainAccess\nlet keychain = Keychain()\ntry keychain.set(token, key: \"token\")"
    ),
  ]
}
