import CommandLineKit
import OmamoriCore
import OmamoriTransport

/// A signed pin set that was verified, as it is shown.
struct SignedPinText {
  private let set: SignedPinSet

  init(_ set: SignedPinSet) { self.set = set }

  /// For programs.
  func json() throws -> JSONValue {
    let content = set.content
    let pins = try PinDocument(content.hosts).written(as: .json)
    return [
      "audience": .string(content.audience), "sequence": .integer(content.sequence),
      "issued": .string(content.issued.formatted(.iso8601)),
      "expires": .string(content.expires.formatted(.iso8601)),
      "signers": .array(set.signers.map { .string(PinSigningKeyText($0).commandLineWord) }),
      "hosts": try StrictJSON.parse(pins.text)["hosts"] ?? [],
    ]
  }

  /// For people.
  func lines(_ language: Language) -> String {
    let content = set.content
    func line(_ title: LocalizedText, _ value: String) -> String {
      "\(title[language]): \(Printable.plain(value))\n"
    }
    var text = line(LocalizedText("Audience", ja: "対象"), content.audience)
    text += line(LocalizedText("Sequence", ja: "番号"), String(content.sequence))
    text += line(LocalizedText("Issued", ja: "作成"), content.issued.formatted(.iso8601))
    text += line(LocalizedText("Expires", ja: "期限"), content.expires.formatted(.iso8601))
    for key in set.signers {
      text += line(LocalizedText("Signed by", ja: "署名"), PinSigningKeyText(key).commandLineWord)
    }
    for entry in content.hosts {
      let below =
        switch entry.scope {
        case .host, .oneLabelOnly: ""
        case .hostAndOneLabel: " + *.\(entry.host)"
        case .hostAndAll: " + **.\(entry.host)"
        }
      text += "\(entry.host)\(below)\n"
      for (list, pins) in [
        ("leaf", entry.leaf), ("authorities", entry.authorities), ("anywhere", entry.anywhere),
      ] {
        for pin in pins ?? [] {
          let role = pin.role == .primary ? "primary" : "backup "
          text += "  \(role)  \(list)  sha256/\(pin.base64)\n"
        }
      }
    }
    return text
  }
}
