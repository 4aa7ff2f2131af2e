package import OmamoriCore
package import OmamoriReport

/// A place that something from outside reaches.
package struct FlowArrival: Sendable {
  package let sinkClass: FlowSinkClass
  /// What is called, or assigned to, there.
  package let sink: String
  package let kind: TaintKind
  /// What the value is called where it comes in.
  package let source: String
  /// What arrives there, as it is written.
  package let quote: String
  package let file: String
  package let context: FileContext
  package let region: SourceRegion
  package let snippet: String
  package let steps: [FindingStep]
  /// How often the value was kept in an object on its way.
  package var timesKept = 0

  /// What the value is, for a sentence: “`tag` (from a link)”.
  package var origin: LocalizedText {
    let place =
      switch kind {
      case .userInput: LocalizedText("what the user enters", ja: "利用者の入力")
      case .network: LocalizedText("the network", ja: "ネットワーク")
      case .file: LocalizedText("a file", ja: "ファイル")
      case .pasteboard: LocalizedText("the pasteboard", ja: "ペーストボード")
      case .webMessage: LocalizedText("a web page", ja: "Web ページ")
      case .notification: LocalizedText("a notification", ja: "通知")
      case .link: LocalizedText("a link", ja: "リンク")
      case .archive: LocalizedText("an archive", ja: "アーカイブ")
      case .secret: LocalizedText("a secret", ja: "秘密情報")
      case .personal: LocalizedText("personal data", ja: "個人情報")
      default: LocalizedText("outside", ja: "外部")
      }
    return LocalizedText("`\(quote)` (from \(place.english))", ja: "`\(quote)`（\(place.japanese)から）")
  }

  /// What is said of a value where it comes in.
  static func begins(_ kind: TaintKind, _ name: String) -> LocalizedText {
    switch kind {
    case .userInput: LocalizedText("The user enters \(name).", ja: "\(name) は利用者の入力です。")
    case .network: LocalizedText("\(name) comes from the network.", ja: "\(name) はネットワークから受信します。")
    case .file: LocalizedText("\(name) is read from a file.", ja: "\(name) はファイルから読み取られます。")
    case .pasteboard: LocalizedText("\(name) is read from the pasteboard.", ja: "\(name) はペーストボードから読み取られます。")
    case .webMessage: LocalizedText("A web page sends \(name).", ja: "\(name) は Web ページから送られます。")
    case .secret: LocalizedText("\(name) is a secret by its name.", ja: "\(name) は名前から秘密情報とみなされます。")
    case .personal:
      LocalizedText("\(name) is personal data by its name.", ja: "\(name) は名前から個人情報とみなされます。")
    case .notification: LocalizedText("\(name) comes with a notification.", ja: "\(name) は通知に含まれます。")
    case .archive: LocalizedText("An archive holds \(name).", ja: "\(name) はアーカイブに含まれます。")
    default: LocalizedText("\(name) comes from outside.", ja: "\(name) は外部から渡されます。")
    }
  }
}

/// A place of which it is known that nothing from outside reaches it.
struct FlowQuietPlace: Hashable {
  let sinkClass: FlowSinkClass
  let file: String
  let region: SourceRegion
}
