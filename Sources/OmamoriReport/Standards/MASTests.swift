extension MAS {
  /// The current tests for iOS of MASTG v2.0.0, in the order of their numbers.
  package static let tests: [MASTest] = [
    .init(
      209, "Insufficient Key Sizes", ja: "不十分な鍵サイズ", "CRYPTO", [.l1, .l2], [13]),
    .init(
      210, "Broken Symmetric Encryption Algorithms", ja: "不備のある対称暗号アルゴリズム", "CRYPTO", [.l1, .l2], [7]),
    .init(
      211, "Broken Hashing Algorithms", ja: "不備のあるハッシュアルゴリズム", "CRYPTO", [.l1, .l2], [8]),
    .init(
      213, "Use of Hardcoded Cryptographic Keys in Code", ja: "コード内にハードコードされた暗号鍵の使用", "CRYPTO", [.l1, .l2],
      [3]),
    .init(
      214, "Hardcoded Cryptographic Keys in Files", ja: "ファイル内にハードコードされた暗号鍵", "CRYPTO", [.l1, .l2], [3]),
    .init(
      215, "Sensitive Data Not Marked For Backup Exclusion", ja: "バックアップ除外としてマークされていない機密データ", "STORAGE",
      [.l1, .l2, .p], [6]),
    .init(
      219, "Testing for Debugging Symbols", ja: "デバッグシンボルのテスト", "RESILIENCE", [.r], [61]),
    .init(
      220, "Usage of Outdated Code Signature Format", ja: "古いコード署名フォーマットの使用", "RESILIENCE", [.r], [56]),
    .init(
      228, "Position Independent Code (PIC) not Enabled", ja: "位置独立コード (PIC) が有効でない", "CODE", [.l2], [45]),
    .init(
      229, "Stack Canaries Not enabled", ja: "スタックカナリアが有効でない", "CODE", [.l2], [45]),
    .init(
      230, "Automatic Reference Counting (ARC) not enabled", ja: "自動参照カウント (ARC) が有効でない", "CODE", [.l2], [45]),
    .init(
      240, "Jailbreak Detection in Code", ja: "コード内の脱獄検出", "RESILIENCE", [.r], [51]),
    .init(
      241, "Runtime Use of Jailbreak Detection Techniques", ja: "脱獄検出技法の実行時使用", "RESILIENCE", [.r], [51],
      isStatic: false),
    .init(
      246, "Runtime Use of Secure Screen Lock Detection APIs", ja: "安全な画面ロック検出 API の実行時使用", "RESILIENCE",
      [.l2], [17], isStatic: false),
    .init(
      248, "References to APIs for Detecting Secure Screen Lock", ja: "安全な画面ロックを検出するための API への参照",
      "RESILIENCE", [.l2], [17]),
    .init(
      261, "Debuggable Entitlement Enabled in the entitlements.plist",
      ja: "entitlements.plist で有効になっているデバッグ可能なエンタイトルメント", "RESILIENCE", [.r], [63]),
    .init(
      266, "References to APIs for Event-Bound Biometric Authentication", ja: "イベントバウンド型生体認証用の API への参照",
      "AUTH", [.l2], [20]),
    .init(
      267, "Runtime Use Of Event-Bound Biometric Authentication", ja: "イベントバウンド型生体認証の実行時使用", "AUTH", [.l2],
      [20], isStatic: false),
    .init(
      268, "References to APIs Allowing Fallback to Non-Biometric Authentication",
      ja: "非生体認証へのフォールバックを許可する API への参照", "AUTH", [.l2], [21]),
    .init(
      269, "Runtime Use Of APIs Allowing Fallback to Non-Biometric Authentication",
      ja: "非生体認証へのフォールバックを許可する API の実行時使用", "AUTH", [.l2], [21], isStatic: false),
    .init(
      270, "References to APIs Detecting Biometric Enrollment Changes", ja: "生体認証登録の変更を検出する API への参照", "AUTH",
      [.l2], [22]),
    .init(
      271, "Runtime Use Of APIs Detecting Biometric Enrollment Changes", ja: "生体認証登録の変更を検出する API の実行時使用",
      "AUTH", [.l2], [22], isStatic: false),
    .init(
      273, "Identify Dependencies with Known Vulnerabilities by Scanning Dependency Managers Artifacts",
      ja: "依存関係マネージャのアーティファクトをスキャンして既知の脆弱性を持つ依存関係を特定する", "CODE", [.l1, .l2], [44]),
    .init(
      275, "Dependencies with Known Vulnerabilities in the App's SBOM", ja: "アプリの SBOM での既知の脆弱性を持つ依存関係",
      "CODE", [.l1, .l2], [44]),
    .init(
      276, "Use of the iOS General Pasteboard", ja: "iOS の汎用ペーストボードの使用", "PLATFORM", [.l2], [36]),
    .init(
      277, "Sensitive Data in the iOS General Pasteboard at Runtime", ja: "実行時の iOS の汎用ペーストボード内の機密データ",
      "PLATFORM", [.l2], [36], isStatic: false),
    .init(
      278, "Pasteboard Contents Not Cleared After Use", ja: "使用後にクリアされないペーストボードコンテンツ", "PLATFORM", [.l2], [36]
    ),
    .init(
      279, "Pasteboard Contents Not Expiring", ja: "期限切れにならないペーストボードコンテンツ", "PLATFORM", [.l2], [36]),
    .init(
      280, "Pasteboard Contents Not Restricted to Local Device", ja: "ローカルデバイスに制限されていないペーストボードコンテンツ",
      "PLATFORM", [.l2], [36]),
    .init(
      281, "Undeclared Known Tracking Domains", ja: "未宣言の既知のトラッキングドメイン", "PRIVACY", [.p], [74]),
    .init(
      290, "Runtime Verification of Sensitive Content Exposure in Screenshots During App Backgrounding",
      ja: "アプリのバックグラウンド時のスクリーンショットでの機密コンテンツ露出の実行時検証", "PLATFORM", [.l2], [38], isStatic: false),
    .init(
      296, "Sensitive Data Exposure in Logs", ja: "ログ内の機密データ露出", "STORAGE", [.l1, .l2], [5], isStatic: false),
    .init(
      297, "Sensitive Data Exposure Through Logging APIs", ja: "ログ記録 API を通じた機密データ露出", "STORAGE", [.l1, .l2],
      [5]),
    .init(
      298, "Runtime Monitoring of Files Eligible for Backup", ja: "バックアップ対象のファイルの実行時監視", "STORAGE",
      [.l1, .l2, .p], [6], isStatic: false),
    .init(
      299, "Data Protection Classes for Files in Private Storage", ja: "プライベートストレージでのファイルのデータ保護クラス",
      "STORAGE", [.l1], [1], isStatic: false),
    .init(
      300, "References to APIs for Storing Unencrypted Data in Private Storage",
      ja: "プライベートストレージに暗号化されていないデータを保存するための API への参照", "STORAGE", [.l2], [1]),
    .init(
      301, "Runtime Use of APIs for Storing Unencrypted Data in Private Storage",
      ja: "プライベートストレージに暗号化されていないデータを保存するための API の実行時使用", "STORAGE", [.l2], [1], isStatic: false),
    .init(
      302, "Sensitive Data Unencrypted in Private Storage Files", ja: "プライベートストレージファイル内の暗号化されていない機密データ",
      "STORAGE", [.l2], [1], isStatic: false),
    .init(
      303, "References to APIs for Storing Unencrypted Data in Shared Storage",
      ja: "共有ストレージに暗号化されていないデータを保存するための API への参照", "STORAGE", [.l1, .l2], [2]),
    .init(
      311, "Insecure Random API Usage", ja: "安全でないランダム API の使用", "CRYPTO", [.l1, .l2], [12]),
    .init(
      313, "References to APIs for Preventing Keyboard Caching of Text Fields",
      ja: "テキストフィールドのキーボードキャッシュを防止するための API への参照", "STORAGE", [.l2], [36]),
    .init(
      314, "Runtime Monitoring of Text Fields Eligible for Keyboard Caching",
      ja: "キーボードキャッシュの対象となるテキストフィールドの実行時監視", "STORAGE", [.l2], [36], isStatic: false),
    .init(
      317, "Broken Symmetric Encryption Modes", ja: "不備のある対称暗号モード", "CRYPTO", [.l1, .l2], [7]),
    .init(
      321, "Hardcoded HTTP URLs", ja: "ハードコードされた HTTP URL", "NETWORK", [.l1, .l2], [26]),
    .init(
      322, "App Transport Security Configurations Allowing Cleartext Traffic",
      ja: "クリアテキストトラフィックを許可する App Transport Security 構成", "NETWORK", [.l1, .l2], [26]),
    .init(
      323, "Uses of Low-Level Networking APIs for Cleartext Traffic",
      ja: "クリアテキストトラフィックのための低レベルネットワーク API の使用", "NETWORK", [.l1, .l2], [26]),
    .init(
      331, "Use of Deprecated WebView APIs", ja: "非推奨の WebView API の使用", "PLATFORM", [.l1, .l2], [35]),
    .init(
      332, "Attacker-Controlled URI in WebViews", ja: "WebView での攻撃者制御の URI", "PLATFORM", [.l1, .l2, .p], [35]
    ),
    .init(
      333, "Overly Broad File Read Access in WebViews", ja: "WebView での過度に広範なファイル読み取りアクセス", "PLATFORM",
      [.l1, .l2], [34]),
    .init(
      335, "WebView File Origin Access Relaxed by Configuration", ja: "設定により緩和される WebView のファイルオリジンアクセス",
      "PLATFORM", [.l1, .l2], [34]),
    .init(
      336, "Runtime Setting of Relaxed WebView File Origin Policies", ja: "WebView のファイルオリジンポリシーを緩和する実行時設定",
      "PLATFORM", [.l1, .l2], [34], isStatic: false),
    .init(
      342, "References to Weak ATS TLS Policy Exceptions in Info.plist",
      ja: "Info.plist 内の脆弱な ATS TLS ポリシー例外への参照", "NETWORK", [.l1, .l2], [26]),
    .init(
      343, "URLSession TLS Protocol Configuration", ja: "URLSession TLS プロトコル構成", "NETWORK", [.l1, .l2], [26]),
    .init(
      344, "Network.framework TLS Protocol Configuration", ja: "Network.framework TLS プロトコル構成", "NETWORK",
      [.l1, .l2], [26]),
    .init(
      345, "Embedded or Third-party TLS Stack Configuration", ja: "組み込みまたはサードパーティ TLS スタック構成", "NETWORK",
      [.l1, .l2], [26]),
    .init(
      346, "References to APIs Hiding Sensitive Data in Text Input Fields",
      ja: "テキスト入力フィールドの機密データを隠す API への参照", "PLATFORM", [.l2], [36]),
    .init(
      347, "Runtime Use of APIs Hiding Sensitive Data in Text Input Fields",
      ja: "テキスト入力フィールドの機密データを隠す API の実行時使用", "PLATFORM", [.l2], [36], isStatic: false),
    .init(
      348, "Insecure TLS Protocols in Network Traffic", ja: "ネットワークトラフィックの安全でない TLS プロトコル", "NETWORK",
      [.l1, .l2], [26], isStatic: false),
    .init(
      349, "Runtime Use of Insecure Random APIs", ja: "安全でないランダム API の実行時使用", "CRYPTO", [.l1, .l2], [12],
      isStatic: false),
    .init(
      354, "Runtime Use of Hook Detection Techniques", ja: "フック検出技法の実行時使用", "RESILIENCE", [.r], [58],
      isStatic: false),
    .init(
      358, "Implementation Details Exposure Through Logging APIs", ja: "ログ記録 API を通じた実装詳細の露出", "RESILIENCE",
      [.r], [61]),
    .init(
      359, "Implementation Details Exposure in Logs", ja: "ログ内の実装詳細の露出", "RESILIENCE", [.r], [61],
      isStatic: false),
    .init(
      360, "Purpose String Accuracy for Reachable Protected Resource Access",
      ja: "到達可能な保護されたリソースへのアクセスのための目的文字列の的確さ", "PRIVACY", [.p], [66]),
    .init(
      361, "Runtime Use of Protected Resource APIs Without Accurate Purpose Strings",
      ja: "的確な目的文字列なしでの保護されたリソース API の実行時使用", "PRIVACY", [.p], [66], isStatic: false),
    .init(
      362, "Entitlements for Unjustified Capability Exposure", ja: "不当なケイパビリティ暴露に対するエンタイトルメント", "PRIVACY",
      [.p], [66]),
    .init(
      363, "Runtime Use of Entitlement-Backed APIs for Unjustified Capability Exposure",
      ja: "不当なケイパビリティ暴露に対するエンタイトルメント支援の API の実行時使用", "PRIVACY", [.p], [66], isStatic: false),
    .init(
      367, "Runtime Use of Virtual Device Detection Techniques", ja: "仮想デバイス検出技法の実行時使用", "RESILIENCE", [.r],
      [53], isStatic: false),
    .init(
      370, "Missing Input Validation in Custom URL Scheme Handlers", ja: "カスタム URL スキームハンドラでの入力バリデーションの欠如",
      "PLATFORM", [.l1, .l2], [29]),
    .init(
      371, "Missing Source Validation in Custom URL Scheme Handlers", ja: "カスタム URL スキームハンドラでのソースバリデーションの欠如",
      "PLATFORM", [.l1, .l2], [29]),
    .init(
      376, "References to Native Bridge APIs in WebViews", ja: "WebView でのネイティブブリッジ API への参照", "PLATFORM",
      [.l1, .l2], [34]),
    .init(
      377, "References to `evaluateJavaScript` Used as Bridge Reply in `WKScriptMessageHandler`",
      ja: "`WKScriptMessageHandler` でブリッジリプライとして使用される `evaluateJavaScript` への参照", "PLATFORM", [.l1, .l2], [34]
    ),
    .init(
      378, "References to Password Fields in WebView-Loaded HTML",
      ja: "WebView でロードされた HTML でのパスワードフィールドへの参照", "PLATFORM", [.l1, .l2], [34]),
    .init(
      379, "References to `evaluateJavaScript` Without Content World Isolation",
      ja: "コンテンツワールド分離なしでの `evaluateJavaScript` への参照", "PLATFORM", [.l1, .l2], [34]),
    .init(
      380, "References to `evaluateJavaScript` Writing Sensitive Data into WebView DOM",
      ja: "WebView DOM 内に機密データを書き込む `evaluateJavaScript` への参照", "PLATFORM", [.l1, .l2], [34]),
    .init(
      383, "References to Enforced Updating APIs", ja: "強制更新 API への参照", "CODE", [.l2], [43]),
    .init(
      384, "Runtime Use of Enforced Updating APIs", ja: "強制更新 API の実行時使用", "CODE", [.l2], [43],
      isStatic: false),
    .init(
      385, "Missing Certificate Pinning in ATS", ja: "ATS での証明書ピン留めの欠如", "NETWORK", [.l2], [28]),
    .init(
      386, "References to Object Deserialization of Untrusted Data", ja: "信頼できないデータのオブジェクトデシリアライゼーションへの参照",
      "CODE", [.l1, .l2], [50]),
    .init(
      387, "References to Storage Integrity Check APIs", ja: "ストレージ完全性チェック API への参照", "RESILIENCE", [.r], [57]
    ),
    .init(
      388, "References to Sensitive Data Stored Unprotected in Shared App Group Containers",
      ja: "共有 App Group コンテナに保護されずに保存される機密データへの参照", "STORAGE", [.l1, .l2], [1]),
    .init(
      389, "References to the App-Wide Restriction of Custom Keyboards", ja: "アプリ全体でのカスタムキーボード制限への参照",
      "PLATFORM", [.l2], [31]),
    .init(
      390, "Full Access Requested by a Custom Keyboard Extension", ja: "カスタムキーボード拡張が要求するフルアクセス", "PLATFORM",
      [.l2], [31, 66]),
    .init(
      391, "Insufficient Obfuscation of Security-Relevant Native Code", ja: "セキュリティ関連のネイティブコードの不十分な難読化",
      "RESILIENCE", [.r], [59]),
    .init(
      395, "Missing Input Validation in Universal Link Handlers", ja: "ユニバーサルリンクハンドラでの入力検証の欠如", "PLATFORM",
      [.l1, .l2], [29]),
    .init(
      396, "References to URLSessionDelegate Bypassing Certificate Validation",
      ja: "証明書検証をバイパスする URLSessionDelegate への参照", "NETWORK", [.l1, .l2], [27]),
    .init(
      397, "References to WKNavigationDelegate Bypassing Certificate Validation",
      ja: "証明書検証をバイパスする WKNavigationDelegate への参照", "NETWORK", [.l1, .l2], [27]),
    .init(
      401, "References to Debugging Detection APIs", ja: "デバッグ検出 API への参照", "RESILIENCE", [.r], [64]),
    .init(
      402, "Runtime Use of Debugging Detection APIs", ja: "デバッグ検出 API の実行時使用", "RESILIENCE", [.r], [64],
      isStatic: false),
  ]

  /// The tests for iOS that MASTG v2.0.0 withdrew, with those that take their place.
  package static let withdrawn: [Int: [Int]] = [
    52: [299, 300, 301, 302, 303],
    53: [296, 297],
    54: [281],
    55: [313, 314],
    56: [],
    57: [346, 347],
    58: [215, 298],
    59: [290],
    60: [],
    61: [209, 210, 211],
    62: [213, 214],
    63: [311],
    64: [266, 267, 268, 269, 270, 271],
    65: [321, 322],
    66: [342, 343, 344, 345, 348],
    67: [322, 342, 396, 397],
    68: [385],
    69: [360, 361, 362, 363],
    70: [370, 371, 395],
    71: [],
    72: [388, 389, 299, 346, 347],
    73: [276, 277, 278, 279, 280],
    75: [370, 371],
    76: [331, 332, 333],
    77: [335, 336],
    78: [376, 377, 378, 379, 380],
    79: [386, 302],
    80: [383, 384],
    81: [220],
    82: [261],
    83: [219],
    84: [358, 359],
    85: [273, 275],
    86: [],
    87: [228, 229, 230],
    88: [240, 241],
    89: [401, 402],
    90: [387],
    91: [354],
    92: [367],
    93: [391],
  ]
}
