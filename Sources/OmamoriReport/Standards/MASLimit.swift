import OmamoriCore

/// What limits an answer about a weakness: silence of the rules is not enough, or there is nothing that rules could read.
struct MASLimit: Sendable {
  /// A list of what the app declares or carries.
  enum Declared: Sendable {
    case permissions
    case domains
    case binaries

    func names(in inventory: AppInventory) -> [String] {
      switch self {
      case .permissions: inventory.permissions
      case .domains: inventory.domains
      case .binaries: inventory.binaries
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
  /// The protections whose absence is the weakness: where one was seen, silence of the rules is enough.
  var protections: Set<Evidence.Kind> = []

  /// The limit of the weakness with this number; `nil` where silence of its rules is an answer.
  static func of(_ weakness: Int) -> MASLimit? { limits[weakness] }

  /// The limit of the test with this number: where it looks for a protection, that of the weakness that the protection is
  /// missing.
  static func ofTest(_ number: Int) -> MASLimit? { protectionTests[number].flatMap(of) }

  /// The tests that look for a protection, with the weaknesses.
  private static let protectionTests = [240: 51, 383: 43, 385: 28, 387: 57, 391: 59, 401: 64]

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
        "Check that every long-lived key has an end and can be replaced.",
        ja: "長期間使う鍵に有効期限があり、交換できることを確認してください。"),
      evidence: [.keychainUse, .authenticatedEncryption]),
    16: MASLimit(
      advice: LocalizedText(
        "Check which keys need a person's consent, and that their access control demands it.",
        ja: "利用者の同意が必要な鍵を洗い出し、アクセス制御がそれを求めることを確認してください。"),
      evidence: [.keychainUse], protections: [.localAuthenticationBound]),
    19: MASLimit(
      advice: LocalizedText(
        "Check that sign-in fields set textContentType, allow pasting, and that webcredentials is declared.",
        ja: "サインインの入力欄で textContentType を設定し、ペーストを許可し、webcredentials を宣言していることを確認してください。"),
      declared: .domains),
    23: MASLimit(
      advice: LocalizedText(
        "List the sensitive actions of screens, intents and notifications, and check that each asks the person again.",
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
        "Decide which servers need pinning; none was seen.", ja: "ピン留めは見当たりません。必要なサーバーがあるか判断してください。"),
      evidence: [.networkUse], declared: .domains, protections: [.pinning]),
    38: MASLimit(
      advice: LocalizedText(
        "Check that sensitive screens are hidden in the app switcher and react to recording and mirroring.",
        ja: "機密情報の画面が App スイッチャーで隠れ、画面の収録やミラーリングに対処していることを確認してください。"),
      protections: [.snapshotProtection]),
    39: MASLimit(
      advice: LocalizedText(
        "iOS lets no other app draw over this one. Check the overlays of the app itself on a device.",
        ja: "iOS では他のアプリが画面の上に描画できません。アプリ自身の重ね表示は実機で確認してください。"),
      isVisible: false),
  ]

  private static let code: [Int: MASLimit] = [
    42: MASLimit(
      advice: LocalizedText(
        "No release was seen; check which SDK it is built with, or audit the built app.",
        ja: "リリースが見当たりません。ビルドに使う SDK を確認するか、ビルド済みのアプリを監査してください。"),
      declared: .binaries, protections: [.currentSDK]),
    43: MASLimit(
      advice: LocalizedText(
        "Check that the app asks a server for its minimum version and stops below it.",
        ja: "最低バージョンをサーバーに問い合わせ、下回る場合は利用を止めることを確認してください。"),
      evidence: [.networkUse]),
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
        "Decide whether the app needs jailbreak detection; none was seen.",
        ja: "脱獄の検知は見当たりません。必要かどうか判断してください。"),
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
        "An iOS app cannot inspect other apps, so it cannot detect malware.",
        ja: "iOS アプリは他のアプリを調べられないため、マルウェアを検知できません。"),
      isVisible: false),
    56: MASLimit(
      advice: LocalizedText(
        "Check that the server verifies App Attest for the requests that matter.",
        ja: "重要なリクエストについて、サーバーが App Attest を検証することを確認してください。"),
      evidence: [.integrityCheck, .networkUse]),
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
        "Look at the release build: are names and texts of sensitive code readable?",
        ja: "リリースビルドで、重要なコードの名前と文字列が読み取れるか確認してください。"),
      declared: .binaries),
    60: MASLimit(
      advice: LocalizedText(
        "Look at the release build: are sensitive resources readable?",
        ja: "リリースビルドで、重要なリソースが読み取れるか確認してください。"),
      declared: .binaries),
    62: MASLimit(
      advice: LocalizedText(
        "Decide whether requests need encryption of their own inside TLS.",
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
        "Check that data leaves the device without names and identifiers where it can.",
        ja: "可能な限り、氏名や識別子を除いてから送信していることを確認してください。"),
      evidence: [.networkUse], declared: .domains),
    69: MASLimit(
      advice: LocalizedText(
        "Check for each permission whether a picker or a narrower permission is enough.",
        ja: "権限ごとに、ピッカーまたはより狭い権限で足りないかを確認してください。"),
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
        "Compare what the privacy manifest declares with what the app collects.",
        ja: "プライバシーマニフェストの申告を、実際に収集するデータと照合してください。"),
      evidence: [.privacyManifest], protections: [.privacyManifest]),
    75: MASLimit(
      advice: LocalizedText(
        "Build the release twice and compare the results.",
        ja: "リリースを 2 回ビルドし、結果を比較してください。"),
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
        "Check that consent comes before tracking SDKs start, and can be withdrawn.",
        ja: "トラッキング SDK の開始前に同意を得ており、撤回できることを確認してください。"),
      declared: .permissions),
  ]
}
