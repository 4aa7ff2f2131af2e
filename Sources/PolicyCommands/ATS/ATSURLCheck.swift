import CommandLineKit
import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriTransport

/// What becomes of URLs under an app's settings.
struct ATSURLCheck {
  private let decisions: [(url: String, decision: ATSDecision)]
  private let plist: InfoPlistFile
  private let reader: ATSReader

  /// Decides.
  ///
  /// - Throws: ``CryptoFault`` for what is no URL.
  init(_ urls: [String], _ plist: InfoPlistFile, _ reader: ATSReader) throws(CryptoFault) {
    var decisions: [(url: String, decision: ATSDecision)] = []
    for url in urls {
      do throws(TransportError) {
        let decision = try ATSDecision(
          url: url, infoPlist: plist.root, context: reader.part.context, generation: reader.generation)
        decisions.append((url, decision))
      } catch {
        throw .usage(
          HelpText(
            "\(Printable.quote(url)) is not a URL with a scheme and a host",
            ja: "\(Printable.quote(url)) はスキームとホストを含む URL ではありません"),
          hint: HelpText(
            "write it as in https://api.example.com/v1", ja: "https://api.example.com/v1 のように指定してください"))
      }
    }
    (self.decisions, self.plist, self.reader) = (decisions, plist, reader)
  }

  /// Whether a URL would not be loaded.
  var isRefused: Bool { decisions.contains { $0.decision.outcome == .refused } }

  /// For programs.
  var json: JSONValue {
    [
      "file": .string(plist.name), "ios": .integer(reader.system), "context": .string(reader.part.rawValue),
      "urls": .array(
        decisions.map { url, decision in
          var object: JSONObject = [
            "url": .string(url), "outcome": .string(decision.outcome.rawValue),
            "host": .string(decision.host),
            "keyPath": .array(decision.keyPath.map(JSONValue.string)),
            "explanation": .string(decision.explanation.english), "requirement": decision.requirement.json,
          ]
          object["pins"] = decision.pins?.json
          return .object(object)
        }),
    ]
  }

  /// For people.
  func text(_ language: Language, _ terminal: Terminal) -> String {
    decisions.map { url, decision in
      let title = Self.title(decision.outcome)[language]
      let style: Style =
        switch decision.outcome {
        case .allowed, .notCovered: .green
        case .allowedInClear: .yellow
        case .refused: .red
        }
      var lines = [
        "\(Printable.plain(url)): \(terminal.styled(title, .bold, style))",
        "  " + Printable.plain(decision.explanation[language]),
      ]
      if decision.outcome == .allowed {
        let (name, pins) = (LocalizedText("Demanded", ja: "要件"), LocalizedText("Pins", ja: "ピン"))
        lines.append("  \(name[language]): \(decision.requirement.summary[language])")
        if let pinned = decision.pins { lines.append("  \(pins[language]): \(pinned.summary[language])") }
      }
      if !decision.keyPath.isEmpty {
        let name = LocalizedText("Key", ja: "キー")
        lines.append("  \(name[language]): \(Printable.plain(decision.keyPath.joined(separator: " › ")))")
      }
      return lines.map { $0 + "\n" }.joined()
    }.joined()
  }

  private static func title(_ outcome: ATSDecision.Outcome) -> LocalizedText {
    switch outcome {
    case .allowed: LocalizedText("allowed", ja: "許可")
    case .allowedInClear: LocalizedText("allowed, without encryption", ja: "許可（暗号化なし）")
    case .refused: LocalizedText("refused", ja: "拒否")
    case .notCovered: LocalizedText("not covered", ja: "対象外")
    }
  }
}
