import CommandLineKit
import OmamoriATS
import OmamoriCore

/// What an app's settings come to, for every host that they name and for all others.
struct ATSOverview {
  /// A name or an address of the settings.
  private struct Entry {
    let name: String
    let requirement: ATSRequirement
    let includesSubdomains: Bool
    let pins: PinnedRequirement?
  }

  private let plist: InfoPlistFile
  private let reader: ATSReader
  private let entries: [Entry]
  private let others: [(part: ATSReader.ContextWord, isProtected: Bool)]

  /// Sums the settings up.
  init(_ plist: InfoPlistFile, _ reader: ATSReader) {
    (self.plist, self.reader) = (plist, reader)
    let configuration = ATSConfiguration(propertyList: plist.root)
    let pinned = PinnedDomains(propertyList: plist.root)
    let exceptions = plist.root.value(at: ["NSAppTransportSecurity", "NSExceptionDomains"])?.dictionary
    var seen: Set<String> = []
    let names = (exceptions?.entries.map(\.key) ?? []) + pinned.domains.map(\.name)
    entries = names.filter { seen.insert($0).inserted }.prefix(Self.greatestCount).map { name in
      // A range of addresses is asked by its first one.
      let host = ATSHost(String(name.prefix { $0 != "/" }))
      let exception = exceptions?[name].flatMap { ATSException(key: name, value: $0) }
      let domain = pinned.domains.first { $0.name == name }
      return Entry(
        name: name,
        requirement: configuration.requirement(
          for: host, context: reader.part.context, generation: reader.generation),
        includesSubdomains: exception?.includesSubdomains ?? domain?.includesSubdomains ?? false,
        pins: pinned.requirement(for: name))
    }
    others = ATSReader.ContextWord.allCases.map { part in
      (part, !configuration.publicHostsLoseATS(in: part.context, generation: reader.generation))
    }
  }

  /// More entries than this are not listed.
  private static let greatestCount = 1000

  /// For programs.
  var json: JSONValue {
    [
      "file": .string(plist.name), "ios": .integer(reader.system), "context": .string(reader.part.rawValue),
      "hosts": .array(
        entries.map { entry in
          var object: JSONObject = [
            "host": .string(entry.name), "includesSubdomains": .bool(entry.includesSubdomains),
            "keyPath": .array(entry.requirement.reason.keyPath.map(JSONValue.string)),
            "requirement": entry.requirement.json,
          ]
          object["pins"] = entry.pins?.json
          return .object(object)
        }),
      "others": .array(
        others.map { ["context": .string($0.part.rawValue), "protected": .bool($0.isProtected)] }),
    ]
  }

  /// For people.
  func text(_ language: Language) -> String {
    let (clear, secure) = (
      LocalizedText("plain HTTP allowed", ja: "平文 HTTP 可"), LocalizedText("TLS only", ja: "TLS のみ")
    )
    var rows: [[String]] = []
    for entry in entries {
      rows.append([
        entry.includesSubdomains ? "\(entry.name) + *" : entry.name,
        (entry.requirement.allowsPlainHTTP ? clear : secure)[language],
        entry.requirement.shortSummary[language], entry.requirement.reason.title[language],
        entry.pins.map { Self.pins($0)[language] } ?? "",
      ])
    }
    let all = LocalizedText("all other public hosts", ja: "その他の公開ホスト")
    for other in others {
      rows.append([
        "\(all[language]) (\(other.part.title[language]))", (other.isProtected ? secure : clear)[language],
        "", "", "",
      ])
    }
    return TextColumns.text(rows)
  }

  private static func pins(_ pins: PinnedRequirement) -> LocalizedText {
    if pins.refusesEveryConnection { return LocalizedText("pins refuse everything", ja: "ピンによりすべて拒否") }
    return pins.hasBackup
      ? LocalizedText("pinned", ja: "ピンあり") : LocalizedText("pinned, no backup", ja: "ピンあり（予備なし）")
  }
}
