import CommandLineKit
package import CommandSupport
package import OmamoriATS
import OmamoriCore

/// Who reads the settings: a system, and a part of the app.
struct ATSReader {
  /// The part of an app that opens a connection.
  enum ContextWord: String, CaseIterable, CommandLineValue {
    case app
    case webView = "web-view"
    case media

    var context: ATSContext {
      switch self {
      case .app: .app
      case .webView: .webView
      case .media: .media
      }
    }

    init(_ context: ATSContext) {
      self =
        switch context {
        case .app: .app
        case .webView: .webView
        case .media: .media
        }
    }

    /// The part, as a title.
    var title: LocalizedText {
      switch self {
      case .app: LocalizedText("the app's own code", ja: "アプリ本体")
      case .webView: LocalizedText("web views", ja: "Web ビュー")
      case .media: LocalizedText("the media player", ja: "メディア再生")
      }
    }
  }

  /// The options that say who reads.
  struct Handles: Sendable {
    let system: Parameter<Int>
    let context: Parameter<ContextWord>

    init(_ declare: inout Declaration) {
      system = declare.option(
        "--ios", value: "N", default: 26,
        help: HelpText("The major version of iOS that reads the settings.", ja: "設定を読む iOS のメジャーバージョン。"))
      context = declare.option(
        "--context", value: "PART", default: .app,
        help: HelpText("The part of the app that connects.", ja: "接続するアプリの部分。"))
    }
  }

  /// The version of iOS.
  let system: Int
  /// The rules that it reads by.
  let generation: ATSGeneration
  /// The part of the app.
  let part: ContextWord

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: Handles) throws {
    system = try arguments[handles.system]
    part = try arguments[handles.context]
    generation = try ATSGeneration.named(system)
  }
}

extension ATSGeneration {
  /// The generation of a version that was typed.
  ///
  /// - Throws: ``CryptoFault`` before iOS 9.
  package static func named(_ system: Int) throws(CryptoFault) -> ATSGeneration {
    guard (9...999).contains(system), let generation = ATSGeneration(iOS: system) else {
      throw .usage(
        HelpText(
          "--ios \(system): App Transport Security begins with iOS 9",
          ja: "--ios \(system): App Transport Security は iOS 9 以降の機能です"),
        hint: HelpText("give 9 or a later version", ja: "9 以降のバージョンを指定してください"))
    }
    return generation
  }
}
