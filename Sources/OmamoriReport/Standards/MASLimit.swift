import OmamoriCore

/// What limits an answer about a weakness: silence of the rules is not enough, or there is nothing that rules could read.
struct MASLimit: Sendable {
  /// A list of what the app declares or carries.
  enum Declared: Sendable {
    case permissions
    case domains
    case binaries
    case entitlements
    case urlSchemes

    func names(in inventory: AppInventory) -> [String] {
      switch self {
      case .permissions: inventory.permissions
      case .domains: inventory.domains
      case .binaries: inventory.binaries
      case .entitlements: inventory.entitlements
      case .urlSchemes: inventory.urlSchemes
      }
    }
  }

  /// What a person has to look at, or why files do not show it.
  let advice: LocalizedText
  /// Whether sources or built files show it to a person.
  var isVisible = true
  /// What was seen where a person begins.
  var evidence: Set<Evidence.Kind> = []
  /// What the app declares where a person begins.
  var declared: Declared?
  /// What protects from the weakness: seen once, it is no proof for the whole app, so a person begins there.
  var protections: Set<Evidence.Kind> = []

  /// The limit of the weakness with this number; `nil` where silence of its rules is an answer.
  static func of(_ weakness: Int) -> MASLimit? { limits[weakness] }

  /// The limit of the test with this number: its own, or that of the weakness where both ask the same.
  static func ofTest(_ number: Int) -> MASLimit? {
    testLimits[number] ?? likeWeakness[number].flatMap(of)
  }

  /// The tests that ask the same as a weakness, with it.
  private static let likeWeakness = [240: 51, 281: 74, 383: 43, 385: 28, 387: 57, 391: 59, 401: 64]

  /// The tests of which the rules answer only a part.
  private static let testLimits: [Int: MASLimit] = [
    332: MASLimit(
      advice: LocalizedText(
        "Check every URL that a web view loads; the rules examine only files with a script message handler.",
        ja: "WebView が読み込む URL をすべて確認してください。ルールが調べるのは、スクリプトのメッセージハンドラーがあるファイルだけです。"),
      declared: .domains),
    360: MASLimit(
      advice: LocalizedText(
        "Check that each purpose string says what the app does with the data.",
        ja: "利用目的の説明が、実際の利用内容と一致することを確認してください。"),
      declared: .permissions),
    362: MASLimit(
      advice: LocalizedText(
        "Check that the app needs each of its entitlements.",
        ja: "エンタイトルメントがすべて必要か確認してください。"),
      declared: .entitlements),
    370: MASLimit(
      advice: LocalizedText(
        "Check that handlers of URL schemes validate every value of a link.",
        ja: "URL スキームのハンドラーが、リンクの値をすべて検証していることを確認してください。"),
      declared: .urlSchemes),
  ]

  /// The limit of any other test that no rule answers.
  static let byHand = MASLimit(
    advice: LocalizedText(
      "No rule that ran answers this test; follow its page.",
      ja: "このテストに対応するルールを実行していません。テストのページに従って確認してください。"))

  private static let limits: [Int: MASLimit] = identity.merging(code) { first, _ in first }
    .merging(resilience) { first, _ in first }.merging(privacy) { first, _ in first }

  private static let identity: [Int: MASLimit] = [
    15: MASLimit(
      advice: LocalizedText(
        "Check that every long-lived key expires and can be replaced.",
        ja: "長期間使う鍵に有効期限があり、交換できることを確認してください。"),
      evidence: [.keychainUse, .authenticatedEncryption]),
    16: MASLimit(
      advice: LocalizedText(
        "Check which keys need the user to authenticate, and that their access control requires it.",
        ja: "利用者の認証が必要な鍵を洗い出し、アクセス制御がそれを求めることを確認してください。"),
      evidence: [.keychainUse], protections: [.localAuthenticationBound]),
    19: MASLimit(
      advice: LocalizedText(
        "Check that fields for sign-in and one-time codes set textContentType, and that webcredentials is declared.",
        ja: "サインインとワンタイムコードの入力欄で textContentType を設定し、webcredentials を宣言していることを確認してください。")),
    23: MASLimit(
      advice: LocalizedText(
        "List the sensitive actions of screens, intents and notifications, and check that each asks the user to authenticate again.",
        ja: "画面、インテント、通知の重要な操作を洗い出し、操作ごとに再認証することを確認してください。"),
      evidence: [.localAuthentication]),
    24: MASLimit(
      advice: LocalizedText(
        "Check that signing out and timeouts remove data and end the session on the server.",
        ja: "サインアウト時とタイムアウト時にデータを削除し、サーバーのセッションも終了することを確認してください。"),
      evidence: [.keychainUse]),
    25: MASLimit(
      advice: LocalizedText(
        "Check that critical actions are confirmed, signed and recorded by the server.",
        ja: "重要な操作に確認と署名があり、サーバーに記録されることを確認してください。"),
      evidence: [.networkUse]),
    28: MASLimit(
      advice: LocalizedText(
        "Decide which servers need pinning, and check that each of them is pinned.",
        ja: "ピン留めが必要なサーバーを判断し、そのすべてでピン留めしていることを確認してください。"),
      evidence: [.networkUse], declared: .domains, protections: [.pinning]),
    36: MASLimit(
      advice: LocalizedText(
        "Check which sensitive values screens show in full.",
        ja: "機密データの全体を画面に表示していないか確認してください。")),
    37: MASLimit(
      advice: LocalizedText(
        "Check what the server sends in push notifications.",
        ja: "サーバーがプッシュ通知で送信する内容を確認してください。")),
    38: MASLimit(
      advice: LocalizedText(
        "Check that sensitive screens are hidden in the app switcher and react to recording and mirroring.",
        ja: "機密情報の画面が App スイッチャーで隠れ、画面の収録やミラーリングに対処していることを確認してください。"),
      protections: [.snapshotProtection]),
    39: MASLimit(
      advice: LocalizedText(
        "iOS lets no other app take touches over this one. Check the overlays of the app itself on a device.",
        ja: "iOS では、画面の上に重ねて操作を受け取ることは他のアプリにはできません。アプリ自身の重ね表示は実機で確認してください。"),
      isVisible: false),
  ]

  private static let code: [Int: MASLimit] = [
    42: MASLimit(
      advice: LocalizedText(
        "Check DTSDKName in the Info.plist of the release: it names the SDK of the build.",
        ja: "リリースの Info.plist の DTSDKName で、ビルドに使った SDK を確認してください。"),
      declared: .binaries, protections: [.currentSDK]),
    43: MASLimit(
      advice: LocalizedText(
        "Check that the app asks its server or the App Store for the minimum version and stops below it.",
        ja: "最低バージョンをサーバーまたは App Store に問い合わせ、下回る場合は利用を止めることを確認してください。"),
      evidence: [.networkUse]),
    46: MASLimit(
      advice: LocalizedText(
        "Read the deprecation warnings of the build.", ja: "ビルド時に表示される、非推奨 API の警告を確認してください。")),
    47: MASLimit(
      advice: LocalizedText(
        "Look for the app's own implementations of protocols, TLS, DNS and sign-in.",
        ja: "プロトコル、TLS、DNS、サインインの独自実装がないか確認してください。")),
    48: MASLimit(
      advice: LocalizedText(
        "Read what changed in dependencies and build scripts since the last release.",
        ja: "前回のリリース以降に依存関係とビルドスクリプトで変わった内容を読んでください。"),
      evidence: [.dependenciesLocked]),
    49: MASLimit(
      advice: LocalizedText(
        "Check that scripts and code that the app downloads are signed, also those that an SDK runs.",
        ja: "SDK が実行するものも含め、ダウンロードしたスクリプトやコードに署名があり、検証していることを確認してください。")),
  ]

  private static let resilience: [Int: MASLimit] = [
    51: MASLimit(
      advice: LocalizedText(
        "Decide whether the app needs jailbreak detection, and check that one patched answer does not defeat it.",
        ja: "脱獄の検出が必要か判断し、一つの戻り値の改変で無効にならないことを確認してください。"),
      protections: [.integrityCheck]),
    52: MASLimit(
      advice: LocalizedText(
        "Decide whether the app has to notice that it runs inside another app.",
        ja: "別のアプリの中で動作していることを検知する必要があるか判断してください。")),
    53: MASLimit(
      advice: LocalizedText(
        "Decide whether the app has to notice simulators and virtual devices.",
        ja: "シミュレーターと仮想デバイスを検知する必要があるか判断してください。")),
    54: MASLimit(
      advice: LocalizedText(
        "Decide whether the server needs DeviceCheck or App Attest.",
        ja: "サーバー側で DeviceCheck または App Attest が必要か判断してください。"),
      evidence: [.networkUse]),
    55: MASLimit(
      advice: LocalizedText(
        "An iOS app cannot inspect other apps, so it cannot look for malware.",
        ja: "iOS アプリは他のアプリを調べられないため、マルウェアの検査はできません。"),
      isVisible: false),
    56: MASLimit(
      advice: LocalizedText(
        "Decide whether the server needs App Attest, and check that it verifies the requests that matter.",
        ja: "サーバー側で App Attest が必要か判断し、重要なリクエストで検証していることを確認してください。"),
      evidence: [.networkUse]),
    57: MASLimit(
      advice: LocalizedText(
        "Check that stored files and bundled resources are verified before use.",
        ja: "保存したファイルと同梱リソースを、使用前に検証していることを確認してください。")),
    58: MASLimit(
      advice: LocalizedText(
        "Decide whether the app has to notice hooks and changed code.",
        ja: "フックやコードの改変を検知する必要があるか判断してください。"),
      evidence: [.integrityCheck]),
    59: MASLimit(
      advice: LocalizedText(
        "Look at the release build: are names and strings of sensitive code readable?",
        ja: "リリースビルドで、重要なコードの名前と文字列が読み取れるか確認してください。"),
      declared: .binaries),
    60: MASLimit(
      advice: LocalizedText(
        "Look at the release build: are sensitive resources readable?",
        ja: "リリースビルドで、重要なリソースが読み取れるか確認してください。"),
      declared: .binaries),
    62: MASLimit(
      advice: LocalizedText(
        "Decide whether requests need encryption besides TLS.",
        ja: "TLS に加えて、リクエスト自体の暗号化が必要か判断してください。"),
      evidence: [.networkUse], declared: .domains),
    64: MASLimit(
      advice: LocalizedText(
        "Decide whether the app has to notice debuggers.",
        ja: "デバッガーを検知する必要があるか判断してください。"),
      evidence: [.integrityCheck]),
    65: MASLimit(
      advice: LocalizedText(
        "Decide whether the app has to notice tools such as Frida.",
        ja: "Frida などの解析ツールを検知する必要があるか判断してください。"),
      evidence: [.integrityCheck]),
  ]

  private static let privacy: [Int: MASLimit] = [
    67: MASLimit(
      advice: LocalizedText(
        "Check that data leaves the device without names and identifiers where possible.",
        ja: "可能な限り、氏名や識別子を除いてから送信していることを確認してください。"),
      evidence: [.networkUse], declared: .domains),
    68: MASLimit(
      advice: LocalizedText(
        "Check which identifiers the SDKs in the app read and send.",
        ja: "アプリに組み込まれた SDK が読み取り、送信する識別子を確認してください。"),
      declared: .domains),
    69: MASLimit(
      advice: LocalizedText(
        "Check for each permission whether a picker or a narrower permission is enough, and process data on the device.",
        ja: "権限ごとに、ピッカーまたはより狭い権限で足りないか、データをデバイス上で処理できないかを確認してください。"),
      declared: .permissions),
    70: MASLimit(
      advice: LocalizedText(
        "Check that the screen shows when data is recorded, shared or published.",
        ja: "記録、共有、公開が行われることを画面で示していることを確認してください。"),
      declared: .permissions),
    71: MASLimit(
      advice: LocalizedText(
        "Check that sharing and tracking are off until the person turns them on.",
        ja: "共有とトラッキングが、利用者が有効にするまで無効であることを確認してください。")),
    72: MASLimit(
      advice: LocalizedText(
        "Check that the app and its store page link to the privacy policy, and read it.",
        ja: "アプリとストアのページにプライバシーポリシーへのリンクがあることを確認し、内容を読んでください。")),
    73: MASLimit(
      advice: LocalizedText(
        "Compare the privacy manifest and the labels in the App Store with what the app collects.",
        ja: "プライバシーマニフェストと App Store のプライバシー表示を、実際に収集するデータと照合してください。"),
      protections: [.privacyManifest]),
    74: MASLimit(
      advice: LocalizedText(
        "Compare the domains that SDKs contact at run time with NSPrivacyTrackingDomains.",
        ja: "SDK が実行時に接続するドメインを、NSPrivacyTrackingDomains と照合してください。"),
      declared: .domains),
    75: MASLimit(
      advice: LocalizedText(
        "Check that sources, tools and versions are named, then build twice and compare the unsigned results.",
        ja: "ソース、ツール、バージョンが明記されていることを確認し、2 回ビルドして署名前の成果物を比較してください。"),
      evidence: [.dependenciesLocked]),
    76: MASLimit(
      advice: LocalizedText(
        "Check that people can export and delete their data and their account.",
        ja: "利用者がデータを書き出し、データとアカウントを削除できることを確認してください。")),
    77: MASLimit(
      advice: LocalizedText(
        "Check that people can see and choose who sees their data.",
        ja: "データの公開範囲を、利用者が確認し選択できることを確認してください。")),
    78: MASLimit(
      advice: LocalizedText(
        "Check that consent comes before personal data is used or tracking SDKs start, and can be withdrawn.",
        ja: "個人情報の利用やトラッキング SDK の開始前に同意を得ており、撤回できることを確認してください。"),
      declared: .permissions),
  ]
}
