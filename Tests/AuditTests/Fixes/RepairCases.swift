import Testing

/// Sources with what the tool makes of them, by the rule whose finding is repaired.
enum RepairCases {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let before: String
    let after: String
    /// Rules whose findings go away as well.
    var others: Set<String> = []
    /// Whether another finding of the rule stays, which is for people.
    var remains = false

    var testDescription: String { "\(rule): \(before)" }
  }

  static let all = communication + configuration + storage + privacy + validation + archives + choices

  static let communication = [
    Case(
      rule: "tls-deprecated-property", before: "configuration.tlsMinimumSupportedProtocol = .tlsProtocol12",
      after: "configuration.tlsMinimumSupportedProtocolVersion = .TLSv12"),
    Case(
      rule: "tls-deprecated-property",
      before: "configuration.tlsMaximumSupportedProtocol = SSLProtocol.tlsProtocol13",
      after: "configuration.tlsMaximumSupportedProtocolVersion = tls_protocol_version_t.TLSv13"),
    Case(
      rule: "tls-deprecated-property",
      before:
        "configuration /* a */ . /* b */ tlsMinimumSupportedProtocol /* c */ = /* d */ .tlsProtocol1 // e",
      after:
        "configuration /* a */ . /* b */ tlsMinimumSupportedProtocolVersion /* c */ = /* d */ .TLSv12 // e",
      others: ["tls-minimum-too-low"]),
    Case(
      rule: "tls-minimum-too-low", before: "configuration.tlsMinimumSupportedProtocolVersion = .TLSv10",
      after: "configuration.tlsMinimumSupportedProtocolVersion = .TLSv12"),
    Case(
      rule: "tls-minimum-too-low",
      before:
        "a.tlsMinimumSupportedProtocolVersion = .TLSv10; b.tlsMinimumSupportedProtocolVersion = .TLSv11",
      after: "a.tlsMinimumSupportedProtocolVersion = .TLSv12; b.tlsMinimumSupportedProtocolVersion = .TLSv12"),
    Case(
      rule: "tls-minimum-too-low",
      before: "let session = make { $0.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv11 }",
      after: "let session = make { $0.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv12 }"),
    Case(
      rule: "tls-minimum-too-low",
      before: "configuration.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t(rawValue: 0x0301)!",
      after: "configuration.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t(rawValue: 0x0303)!"),
    Case(
      rule: "tls-minimum-too-low",
      before: "sec_protocol_options_set_min_tls_protocol_version(options, .TLSv10)",
      after: "sec_protocol_options_set_min_tls_protocol_version(options, .TLSv12)"),
    Case(
      rule: "tls-minimum-too-low", before: "SSLSetProtocolVersionMin(context, .sslProtocol3)",
      after: "SSLSetProtocolVersionMin(context, .tlsProtocol12)"),
    Case(
      rule: "cookie-accept-all", before: "configuration.httpCookieAcceptPolicy = .always",
      after: "configuration.httpCookieAcceptPolicy = .onlyFromMainDocumentDomain"),
    Case(
      rule: "cookie-accept-all", before: "store.cookieAcceptPolicy = HTTPCookie.AcceptPolicy.always",
      after: "store.cookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain"),
    Case(
      rule: "cookie-not-secure",
      before:
        #"let cookie = HTTPCookie(properties: [.domain: "a.example", .path: "/", .name: "x", .value: y])"#,
      after: """
        let cookie = HTTPCookie(properties: [.domain: "a.example", .path: "/", .name: "x", .value: y, .secure: "TRUE"])
        """),
    Case(
      rule: "cookie-not-secure",
      before: """
        func make() {
          let cookie = HTTPCookie(properties: [
            HTTPCookiePropertyKey.domain: "a.example",
            HTTPCookiePropertyKey.value: y,  // the value
          ])
        }
        """,
      after: """
        func make() {
          let cookie = HTTPCookie(properties: [
            HTTPCookiePropertyKey.domain: "a.example",
            HTTPCookiePropertyKey.value: y,  // the value
            HTTPCookiePropertyKey.secure: "TRUE",
          ])
        }
        """),
    Case(
      rule: "cookie-not-secure",
      before: """
        let cookie = HTTPCookie(properties: [
          .domain: "a.example",
          .value: y  // the value
        ])
        """,
      after: """
        let cookie = HTTPCookie(properties: [
          .domain: "a.example",
          .value: y,  // the value
          .secure: "TRUE"
        ])
        """),
    Case(
      rule: "multipeer-unencrypted",
      before: "let s = MCSession(peer: me, securityIdentity: nil, encryptionPreference: .none)",
      after: "let s = MCSession(peer: me, securityIdentity: nil, encryptionPreference: .required)"),
    Case(
      rule: "tls-verify-disabled-library", before: "socket.disableSSLCertValidation = (true)",
      after: "socket.disableSSLCertValidation = (false)"),
    Case(
      rule: "tls-verify-disabled-library",
      before:
        "let e = PinnedCertificatesTrustEvaluator(performDefaultValidation: false, validateHost: false)",
      after: "let e = PinnedCertificatesTrustEvaluator(performDefaultValidation: true, validateHost: true)"),
    Case(
      rule: "tls-verify-disabled-library", before: "let e = [host: DisabledTrustEvaluator()]",
      after: "let e = [host: DefaultTrustEvaluator()]"),
    Case(
      rule: "tls-verify-disabled-library", before: "tls.certificateVerification = .none",
      after: "tls.certificateVerification = .fullVerification"),
    Case(
      rule: "trust-policy-weakened",
      before: "let settings = [kCFStreamSSLValidatesCertificateChain as String: kCFBooleanFalse!]",
      after: "let settings = [kCFStreamSSLValidatesCertificateChain as String: kCFBooleanTrue!]"),
    Case(
      rule: "trust-policy-weakened", before: "SSLSetEnableCertVerify(context, false)",
      after: "SSLSetEnableCertVerify(context, true)"),
  ]

  static let configuration = [
    Case(
      rule: "webview-inspectable",
      before: """
        func prepare(_ web: WKWebView) {
          if #available(iOS 16.4, *) {
        \t\tweb.isInspectable = true  // for the inspector
            web.isInspectable = true
          }
        }
        """,
      after: """
        func prepare(_ web: WKWebView) {
          if #available(iOS 16.4, *) {
        \t\t#if DEBUG
        \t\tweb.isInspectable = true  // for the inspector
        \t\t#endif
            #if DEBUG
            web.isInspectable = true
            #endif
          }
        }
        """),
    Case(
      rule: "webview-inspectable", before: "let web = JSContext()\nweb.setInspectable(true)",
      after: "let web = JSContext()\n#if DEBUG\nweb.setInspectable(true)\n#endif"),
    Case(
      rule: "webview-file-access",
      before: #"configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")"#,
      after: #"configuration.preferences.setValue(false, forKey: "allowFileAccessFromFileURLs")"#),
    Case(
      rule: "xml-external-entities", before: "parser.shouldResolveExternalEntities = true",
      after: "parser.shouldResolveExternalEntities = false"),
    Case(
      rule: "xml-external-entities", before: "parser.externalEntityResolvingPolicy = .always",
      after: "parser.externalEntityResolvingPolicy = .never"),
    Case(
      rule: "lacontext-reused", before: "context.touchIDAuthenticationAllowableReuseDuration = 300",
      after: "context.touchIDAuthenticationAllowableReuseDuration = 0"),
    Case(
      rule: "lacontext-reused",
      before: """
        context.touchIDAuthenticationAllowableReuseDuration = LATouchIDAuthenticationMaximumAllowableReuseDuration
        """,
      after: "context.touchIDAuthenticationAllowableReuseDuration = 0"),
  ]

  static let storage = [
    Case(
      rule: "keychain-accessible-always",
      before: "query[kSecAttrAccessible as String] = kSecAttrAccessibleAlways",
      after: "query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"),
    Case(
      rule: "keychain-accessible-always", before: "let keychain = Keychain().accessibility(.always)",
      after: "let keychain = Keychain().accessibility(.afterFirstUnlockThisDeviceOnly)"),
    Case(
      rule: "keychain-accessible-always",
      before: """
        let access = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleAlwaysThisDeviceOnly, .biometryCurrentSet, &error)
        """,
      after: """
        let access = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .biometryCurrentSet, &error)
        """),
    Case(
      rule: "keychain-migratable",
      before: """
        func save() {
          let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "session-token",
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock, kSecValueData: data,
          ]
          SecItemAdd(query as CFDictionary, nil)
        }
        """,
      after: """
        func save() {
          let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "session-token",
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecValueData: data,
          ]
          SecItemAdd(query as CFDictionary, nil)
        }
        """),
    Case(
      rule: "keychain-migratable",
      before: """
        func save() {
          var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
          query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
          query[kSecValueData as String] = token
          let status = SecItemAdd(query as CFDictionary, nil)
        }
        """,
      after: """
        func save() {
          var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
          query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
          query[kSecValueData as String] = token
          let status = SecItemAdd(query as CFDictionary, nil)
        }
        """),
    Case(
      rule: "keychain-migratable",
      before: """
        func remove() { SecItemDelete(query as CFDictionary) }
        func save() {
          var query = base()
          query[kSecAttrAccount] = "session-token"; query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked
          query[kSecValueData] = token
          SecItemAdd(query as CFDictionary, nil)
        }
        func saveOther() {
          var query = base()
          query[kSecValueData] = token; query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
          SecItemDelete(query as CFDictionary); SecItemAdd(query as CFDictionary, nil)
        }
        func base() -> [CFString: Any] { [kSecClass: kSecClassGenericPassword] }
        """,
      after: """
        func remove() { SecItemDelete(query as CFDictionary) }
        func save() {
          var query = base()
          query[kSecAttrAccount] = "session-token"; query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
          query[kSecValueData] = token
          SecItemAdd(query as CFDictionary, nil)
        }
        func saveOther() {
          var query = base()
          query[kSecValueData] = token; query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
          SecItemDelete(query as CFDictionary); SecItemAdd(query as CFDictionary, nil)
        }
        func base() -> [CFString: Any] { [kSecClass: kSecClassGenericPassword] }
        """, remains: true),
    Case(
      rule: "keychain-accessible-missing",
      before: """
        func save() {
          let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: "refresh-token",
            kSecAttrService as String: "jp.example.app",
            kSecValueData as String: data,
          ]
          let status = SecItemAdd(query as CFDictionary, nil)
        }
        """,
      after: """
        func save() {
          let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: "refresh-token",
            kSecAttrService as String: "jp.example.app",
            kSecValueData as String: data,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
          ]
          let status = SecItemAdd(query as CFDictionary, nil)
        }
        """),
    Case(
      rule: "keychain-accessible-missing",
      before: """
        let status = SecItemAdd([kSecClass: kSecClassKey, kSecValueRef: key, kSecAttrService: name] as CFDictionary, nil)
        """,
      after: """
        let status = SecItemAdd([kSecClass: kSecClassKey, kSecValueRef: key, kSecAttrService: name, \
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly] as CFDictionary, nil)
        """),
    Case(
      rule: "keychain-wrapper-default",
      before: """
        import KeychainSwift
        let keychain = KeychainSwift()
        keychain.set(token, forKey: "token")
        """,
      after: """
        import KeychainSwift
        let keychain = KeychainSwift()
        keychain.set(token, forKey: "token", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
        """),
  ]

  static let privacy = [
    Case(
      rule: "log-public-privacy",
      before: #"""
        import os
        logger.info("\(accessToken, privacy: .public) of \(userPassword, privacy: .public) in \(count, privacy: .public)")
        """#,
      after: #"""
        import os
        logger.info("\(accessToken, privacy: .private) of \(userPassword, privacy: .private) in \(count, privacy: .public)")
        """#),
    Case(
      rule: "pasteboard-not-local",
      before: "UIPasteboard.general.setItems(items, options: [.expirationDate: soon])",
      after: "UIPasteboard.general.setItems(items, options: [.expirationDate: soon, .localOnly: true])"),
    Case(
      rule: "pasteboard-not-local",
      before: "UIPasteboard.general.setItems(items, options: [.expirationDate: soon, .localOnly: false])",
      after: "UIPasteboard.general.setItems(items, options: [.expirationDate: soon, .localOnly: true])"),
  ]

  static let validation = [
    Case(
      rule: "string-length-mixed",
      before: "let found = regex.matches(in: text, range: NSRange(location: 0, length: text.count))",
      after: "let found = regex.matches(in: text, range: NSRange(location: 0, length: text.utf16.count))"),
    Case(
      rule: "string-length-mixed",
      before: "let range = NSMakeRange(0, Int(min(name.lowercased().utf8.count, 20)))",
      after: "let range = NSMakeRange(0, Int(min(name.lowercased().utf16.count, 20)))"),
    Case(
      rule: "string-length-mixed",
      before: "let all = NSRange(location: head.lowercased().count, length: body.lowercased().count - 1)",
      after:
        "let all = NSRange(location: head.lowercased().utf16.count, length: body.lowercased().utf16.count - 1)"
    ),
    Case(
      rule: "string-length-mixed",
      before: "let rest = (title as NSString).substring(to: title.lowercased().count)",
      after: "let rest = (title as NSString).substring(to: title.lowercased().utf16.count)"),
    Case(
      rule: "ui-secure-entry-missing", before: #"TextField("Password", text: $password)"#,
      after: #"SecureField("Password", text: $password)"#),
    Case(
      rule: "debug-code-in-release",
      before: "import FLEX\nfunc start() {\n  FLEXManager.shared.showExplorer()\n}",
      after: "import FLEX\nfunc start() {\n  #if DEBUG\n  FLEXManager.shared.showExplorer()\n  #endif\n}"),
  ]

  static let archives = [
    Case(
      rule: "insecure-deserialization",
      before: "let names = try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? Set<String>",
      after:
        "let names = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSSet.self, NSString.self], from: data) as? Set<String>"
    ),
    Case(
      rule: "insecure-deserialization",
      before:
        "guard let all = try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? [String: [Int]] else { return }",
      after:
        "guard let all = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSDictionary.self, NSNumber.self, NSString.self], from: data) as? [String: [Int]] else { return }"
    ),
  ]
}
