extension MAS {
  /// The weaknesses of MASWE v1.0, in the order of their numbers.
  package static let weaknesses: [MASWeakness] = [
    .init(
      1, "Sensitive Data Stored Unencrypted in Private Storage", ja: "プライベートストレージに暗号化されずに保存される機密データ", [.l2],
      ["STORAGE-1", "STORAGE-2", "CRYPTO-2"]),
    .init(
      2, "Sensitive Data Stored Unencrypted Outside of Private Storage",
      ja: "プライベートストレージの外部に暗号化されずに保存される機密データ", [.l1, .l2], ["STORAGE-1", "STORAGE-2"]),
    .init(
      3, "Cryptographic Keys Stored Outside of Platform Keystore", ja: "プラットフォームキーストアの外部に保存される暗号鍵",
      [.l1, .l2], ["STORAGE-1", "CRYPTO-2"]),
    .init(
      4, "Sensitive Data Hardcoded in the App Package", ja: "アプリパッケージ内にハードコードされた機密データ", [.l1, .l2],
      ["STORAGE-1"]),
    .init(
      5, "Insertion of Sensitive Data into Logs", ja: "機密データのログへの挿入", [.l1, .l2], ["STORAGE-2"]),
    .init(
      6, "Sensitive Data Not Excluded From Backup", ja: "バックアップから除外されない機密データ", [.l1, .l2], ["STORAGE-2"]),
    .init(
      7, "Improper Encryption", ja: "不適切な暗号化", [.l1, .l2], ["CRYPTO-1", "CRYPTO-2"]),
    .init(
      8, "Improper Hashing", ja: "不適切なハッシュ化", [.l1, .l2], ["CRYPTO-1"]),
    .init(
      9, "Improper Use of Message Authentication Code (MAC)", ja: "メッセージ認証コード (MAC) の不適切な使用", [.l1, .l2],
      ["CRYPTO-1", "CRYPTO-2"]),
    .init(
      10, "Improper Generation of Cryptographic Signatures", ja: "暗号署名の不適切な生成", [.l1, .l2],
      ["CRYPTO-1", "CRYPTO-2"]),
    .init(
      11, "Improper Verification of Cryptographic Signature", ja: "暗号署名の不適切な検証", [.l1, .l2], ["CRYPTO-1"]),
    .init(
      12, "Improper Random Number Generation", ja: "不適切な乱数生成", [.l1, .l2], ["CRYPTO-1"]),
    .init(
      13, "Improper Cryptographic Key Generation", ja: "不適切な暗号鍵生成", [.l1, .l2], ["CRYPTO-2"]),
    .init(
      14, "Improper Cryptographic Key Derivation", ja: "不適切な暗号鍵導出", [.l1, .l2], ["CRYPTO-2"]),
    .init(
      15, "Cryptographic Key Rotation Not Implemented", ja: "実装されていない暗号鍵ローテーション", [.l2], ["CRYPTO-2"]),
    .init(
      16, "Cryptographic Key Access Not Restricted", ja: "制限されていない暗号鍵へのアクセス", [.l2],
      ["CRYPTO-2", "AUTH-2", "AUTH-3"]),
    .init(
      17, "Device Secure Lock Not Enforced", ja: "強制されていないデバイスのセキュアロック", [.l2], ["CRYPTO-2"]),
    .init(
      18, "Lack of Authentication or Authorization on App Components", ja: "アプリコンポーネントでの認証や認可の欠如",
      [.l1, .l2], ["AUTH-1", "PLATFORM-1", "STORAGE-2"]),
    .init(
      19, "Lack of Auto-fill Support for Credential Providers", ja: "クレデンシャルプロバイダに対するオートフィルの欠如", [.l1, .l2],
      ["AUTH-1", "AUTH-3"]),
    .init(
      20, "Local Authentication Can Be Bypassed", ja: "バイパスされる可能性のあるローカル認証", [.l2], ["AUTH-2", "CRYPTO-2"]),
    .init(
      21, "Fallback to Non-biometric Credentials Allowed for Sensitive Transactions",
      ja: "機密性の高いトランザクションで許可されている非生体クレデンシャルへのフォールバック", [.l2], ["AUTH-2"]),
    .init(
      22, "Crypto Keys Not Invalidated on New Biometric Enrollment", ja: "生体要素の新規登録時に無効化されない暗号鍵", [.l2],
      ["AUTH-2", "CRYPTO-2"]),
    .init(
      23, "Step-Up Authentication Not Implemented for Sensitive Actions", ja: "機密性の高いアクションで実装されていないステップアップ認証",
      [.l2], ["AUTH-3", "PLATFORM-3"]),
    .init(
      24, "Sensitive Data Accessible After Session Termination", ja: "セッション終了後にアクセス可能な機密データ", [.l2],
      ["AUTH-3"]),
    .init(
      25, "Lack of Non-Repudiation for Critical Actions", ja: "重要なアクションに対する否認防止の欠如", [.l2], ["AUTH-3"]),
    .init(
      26, "Network Traffic Not Encrypted", ja: "暗号化されていないネットワークトラフィック", [.l1, .l2], ["NETWORK-1"]),
    .init(
      27, "Insecure Certificate Validation", ja: "安全でない証明書バリデーション", [.l1, .l2], ["NETWORK-1"]),
    .init(
      28, "Insecure Identity Pinning", ja: "安全でないアイデンティティのピン留め", [.l2], ["NETWORK-2"]),
    .init(
      29, "Insecure Deep Links", ja: "安全でないディープリンク", [.l1, .l2], ["PLATFORM-1", "STORAGE-2", "CODE-4"]),
    .init(
      30, "Improper Use of the Clipboard", ja: "クリップボードの不適切な使用", [.l1, .l2], ["PLATFORM-1", "STORAGE-2"]),
    .init(
      31, "Allowing Untrusted App Extensions", ja: "信頼できない App Extension の許可", [.l1, .l2],
      ["PLATFORM-1", "STORAGE-2"]),
    .init(
      32, "Insecure Intents", ja: "安全でないインテント", [.l1, .l2], ["PLATFORM-1", "STORAGE-2"], isForIOS: false),
    .init(
      33, "Sensitive Native Functionality Exposed in WebViews", ja: "WebView に公開されている機密性の高いネイティブ機能",
      [.l1, .l2], ["PLATFORM-2", "STORAGE-2"]),
    .init(
      34, "WebViews Allow Access to Local Resources with Untrusted Content",
      ja: "信頼できないコンテンツでのローカルリソースへのアクセスを許可する WebView", [.l1, .l2], ["PLATFORM-2", "STORAGE-2", "CODE-4"]),
    .init(
      35, "WebViews Loading Untrusted Content", ja: "信頼できないコンテンツをロードする WebView", [.l1, .l2],
      ["PLATFORM-2", "CODE-4"]),
    .init(
      36, "Unnecessary Exposure of Sensitive Data via the User Interface", ja: "ユーザーインタフェースを介した機密データの不必要な露出",
      [.l2], ["PLATFORM-3", "STORAGE-2"]),
    .init(
      37, "Unnecessary Exposure of Sensitive Data via Notifications", ja: "通知を介した機密データの不必要な露出", [.l2],
      ["PLATFORM-3", "STORAGE-2"]),
    .init(
      38, "Insufficient Protection of Sensitive Data from Screenshots or Screen Recordings",
      ja: "スクリーンショットまたはスクリーン録画からの機密データの不十分な保護", [.l2], ["PLATFORM-3", "STORAGE-2"]),
    .init(
      39, "App Vulnerable to Overlay Attacks", ja: "オーバーレイ攻撃に脆弱なアプリ", [.l2], ["PLATFORM-3", "CODE-1"]),
    .init(
      40, "Sensitive Data Leaked via Accessibility Services", ja: "アクセシビリティサービスを介して漏洩する機密データ", [.l2],
      ["PLATFORM-3", "STORAGE-2"]),
    .init(
      41, "Running on a Recent Platform Version Not Ensured", ja: "確保されていない最新のプラットフォームバージョンでの実行", [.l2],
      ["CODE-1"]),
    .init(
      42, "Latest Platform Version Not Targeted", ja: "ターゲットになっていない最新プラットフォームバージョン", [.l1, .l2], ["CODE-1"]),
    .init(
      43, "Enforced Updating Not Implemented", ja: "実装されていない強制アップデート", [.l2], ["CODE-2"]),
    .init(
      44, "Dependencies with Known Vulnerabilities", ja: "既知の脆弱性を持つ依存関係", [.l1, .l2], ["CODE-3"]),
    .init(
      45, "Compiler-Provided Security Features Not Used", ja: "使用されていないコンパイラ提供のセキュリティ機能", [.l2],
      ["CODE-3", "CODE-4"]),
    .init(
      46, "Use of Deprecated APIs or Functionality", ja: "非推奨の API や機能の使用", [.l2], ["CODE-3", "CRYPTO-2"]),
    .init(
      47, "Using Non-Standard APIs for Security-Critical Functionality", ja: "セキュリティ上重要な機能に対する非標準 API の使用",
      [.l1, .l2], ["CODE-3", "AUTH-1", "CRYPTO-1", "NETWORK-1"]),
    .init(
      48, "Malicious Code Included in the App", ja: "アプリに含まれる悪意のあるコード", [.l1, .l2], ["CODE-3"]),
    .init(
      49, "Unsafe Dynamic Code Loading", ja: "安全でない動的コードローディング", [.l2], ["CODE-4"]),
    .init(
      50, "Unsafe Handling of Untrusted Data", ja: "信頼できないデータの安全でない取り扱い", [.l1, .l2], ["CODE-4"]),
    .init(
      51, "Root/Jailbreak Detection Not Implemented", ja: "実装されていないルート/脱獄検出", [.r],
      ["RESILIENCE-1", "RESILIENCE-4"]),
    .init(
      52, "App Virtualization Environment Detection Not Implemented", ja: "実装されていないアプリ仮想化環境検出", [.r],
      ["RESILIENCE-1"]),
    .init(
      53, "Emulated or Virtual Device Detection Not Implemented", ja: "実装されていないエミュレートされたデバイスや仮想デバイスの検出", [.r],
      ["RESILIENCE-1", "RESILIENCE-4"]),
    .init(
      54, "Device Attestation Not Implemented", ja: "実装されていない Device Attestation", [.r], ["RESILIENCE-1"]),
    .init(
      55, "Malware Detection Not Implemented", ja: "実装されていないマルウェア検出", [.r], ["RESILIENCE-2"]),
    .init(
      56, "App Attestation Not Implemented", ja: "実装されていない App Attestation", [.r], ["RESILIENCE-2"]),
    .init(
      57, "App Resources Integrity Not Verified", ja: "検証されていないアプリリソースの完全性", [.r], ["RESILIENCE-2", "CODE-4"]),
    .init(
      58, "Runtime Code Integrity Not Verified", ja: "検証されていないランタイムコード完全性", [.r], ["RESILIENCE-2"]),
    .init(
      59, "Code Obfuscation Not Implemented", ja: "実装されていないコード難読化", [.r], ["RESILIENCE-3"]),
    .init(
      60, "Resource Obfuscation Not Implemented", ja: "実装されていないリソース難読化", [.r], ["RESILIENCE-3"]),
    .init(
      61, "Debug Artifacts Not Removed", ja: "削除されていないデバッグアーティファクト", [.r], ["RESILIENCE-3"]),
    .init(
      62, "No Application-Level Payload Encryption", ja: "アプリケーションレベルのペイロード暗号化の欠如", [.r],
      ["RESILIENCE-3", "NETWORK-1"]),
    .init(
      63, "Debug Mechanisms Not Disabled", ja: "無効化されていないデバッグメカニズム", [.r], ["RESILIENCE-4", "PLATFORM-2"]),
    .init(
      64, "Debugger Detection Not Implemented", ja: "実装されていないデバッガ検出", [.r], ["RESILIENCE-4"]),
    .init(
      65, "Dynamic Analysis Tools Detection Not Implemented", ja: "実装されていない動的解析ツール検出", [.r], ["RESILIENCE-4"]),
    .init(
      66, "Inadequate Permission Management", ja: "不十分なパーミッション管理", [.p], ["PRIVACY-1"]),
    .init(
      67, "Lack of Anonymization or Pseudonymisation Measures", ja: "匿名化対策や仮名化対策の欠如", [.p], ["PRIVACY-2"]),
    .init(
      68, "Incorrect Use of Identifiers for User Tracking", ja: "ユーザー追跡のための識別子の不適切な使用", [.p], ["PRIVACY-2"]),
    .init(
      69, "Usage of Non-Privacy-Preserving Functionality", ja: "プライバシー保護が適用されない機能の使用", [.p], ["PRIVACY-2"]),
    .init(
      70, "Inadequate Awareness for Privacy Relevant Actions", ja: "プライバシー関連アクションに対する不十分な認識", [.p],
      ["PRIVACY-2"]),
    .init(
      71, "Inadequate Defaults for Privacy Relevant Actions", ja: "プライバシー関連アクションに対する不十分なデフォルト", [.p],
      ["PRIVACY-2"]),
    .init(
      72, "Inadequate Privacy Policy", ja: "不十分なプライバシーポリシー", [.p], ["PRIVACY-3"]),
    .init(
      73, "Inadequate Data Collection Declarations", ja: "不十分なデータ収集宣言", [.p], ["PRIVACY-3", "PRIVACY-1"]),
    .init(
      74, "Inadequate Tracking Domains Declarations", ja: "不十分なトラッキングドメイン宣言", [.p], ["PRIVACY-3"]),
    .init(
      75, "Non-Reproducible Builds", ja: "再現不可能なビルド", [.p], ["PRIVACY-3"]),
    .init(
      76, "Lack of Proper Data Management Controls", ja: "適切なデータ管理コントロールの欠如", [.p], ["PRIVACY-4"]),
    .init(
      77, "Inadequate Data Visibility Controls", ja: "不十分なデータ可視性コントロール", [.p], ["PRIVACY-4"]),
    .init(
      78, "Inadequate or Ambiguous User Consent Mechanisms", ja: "不十分または曖昧なユーザー同意メカニズム", [.p], ["PRIVACY-4"]),
  ]
}
