import CommandLineKit
import CommandSupport
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
    for other in others {
      let part = other.part.title
      let hosts = LocalizedText(
        "all other public hosts (\(part.english))", ja: "その他の公開ホスト（\(part.japanese)）")
      rows.append([
        hosts[language], (other.isProtected ? secure : clear)[language],
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

extension ATSRequirement {
  /// What is demanded, in one line.
  var summary: LocalizedText {
    var (english, japanese): ([String], [String]) = ([], [])
    if let minimumVersion {
      english.append("\(minimumVersion.name) or later")
      japanese.append("\(minimumVersion.name) 以上")
    }
    switch cipherSuites {
    case .unrestricted: break
    case .forwardSecrecyOrRSA:
      english.append("forward secrecy or RSA key exchange")
      japanese.append("前方秘匿性または RSA 鍵交換")
    case .forwardSecrecy:
      english.append("forward secrecy")
      japanese.append("前方秘匿性")
    case .strictPackage:
      english.append("forward secrecy with AES-GCM")
      japanese.append("前方秘匿性と AES-GCM")
    }
    if let rsa = minimumRSABits, let curve = minimumCurveBits, let hash = minimumSignatureHashBits {
      english.append("keys of \(rsa) (RSA) or \(curve) bits (EC), SHA-\(hash) or stronger")
      japanese.append("鍵長 RSA \(rsa) / EC \(curve) ビット以上、SHA-\(hash) 以上")
    }
    return english.isEmpty
      ? LocalizedText("nothing", ja: "なし")
      : LocalizedText(english.joined(separator: ", "), ja: japanese.joined(separator: "、"))
  }

  /// The version and the suites that are demanded, in a few words.
  var shortSummary: LocalizedText {
    let version = minimumVersion?.name ?? ""
    let suites: LocalizedText =
      switch cipherSuites {
      case .unrestricted: ""
      case .forwardSecrecyOrRSA: LocalizedText(", RSA key exchange", ja: "、RSA 鍵交換可")
      case .forwardSecrecy: LocalizedText(", forward secrecy", ja: "、前方秘匿性")
      case .strictPackage: LocalizedText(", AES-GCM", ja: "、AES-GCM")
      }
    return LocalizedText(version + suites.english, ja: version + suites.japanese)
  }

  /// What is demanded, for programs.
  var json: JSONValue {
    var object: JSONObject = [
      "required": .bool(isRequired), "allowsPlainHTTP": .bool(allowsPlainHTTP),
      "minimumVersion": minimumVersion.map { .string($0.rawValue) } ?? .null,
      "cipherSuites": .string(cipherSuites.rawValue), "forwardSecrecy": .bool(requiresForwardSecrecy),
    ]
    object["minimumRSABits"] = minimumRSABits.map { .integer($0) }
    object["minimumCurveBits"] = minimumCurveBits.map { .integer($0) }
    object["minimumSignatureHashBits"] = minimumSignatureHashBits.map { .integer($0) }
    return .object(object)
  }
}

extension ATSRequirement.Reason {
  /// The keys that lead to the setting that decides; empty when none does.
  var keyPath: [String] {
    switch self {
    case .exception(let key): ["NSAppTransportSecurity", "NSExceptionDomains", key]
    case .global(let key): ["NSAppTransportSecurity", key]
    case .builtIn, .local, .standard, .oldSDK: []
    }
  }

  /// What decides, in a few words.
  var title: LocalizedText {
    switch self {
    case .exception(let key): LocalizedText("exception \(key)", ja: "例外設定 \(key)")
    case .builtIn(let key): LocalizedText("the system's entry \(key)", ja: "システムの項目 \(key)")
    case .local: LocalizedText("local host", ja: "ローカルホスト")
    case .global(let key): LocalizedText("key \(key)", ja: "キー \(key)")
    case .standard: LocalizedText("no setting", ja: "設定なし")
    case .oldSDK: LocalizedText("old SDK", ja: "古い SDK")
    }
  }
}

extension PinnedRequirement {
  /// How many pins there are, in one line.
  var summary: LocalizedText {
    guard !refusesEveryConnection else {
      return LocalizedText(
        "a list has no pin that can match: every connection is refused", ja: "一致し得るピンのない一覧があり、すべての接続が拒否されます")
    }
    var (english, japanese): ([String], [String]) = ([], [])
    if let leafDigests {
      english.append("\(leafDigests.count) of the server's key")
      japanese.append("サーバーの鍵 \(leafDigests.count) 個")
    }
    if let authorityDigests {
      english.append("\(authorityDigests.count) of authorities")
      japanese.append("認証局の鍵 \(authorityDigests.count) 個")
    }
    return LocalizedText(
      english.joined(separator: " and ") + (hasBackup ? "" : ", none in reserve"),
      ja: japanese.joined(separator: "、") + (hasBackup ? "" : "（予備なし）"))
  }

  /// The pins, for programs.
  var json: JSONValue {
    var object: JSONObject = [:]
    object["leaf"] = leafDigests.map(Self.texts)
    object["authorities"] = authorityDigests.map(Self.texts)
    object["refusesEveryConnection"] = .bool(refusesEveryConnection)
    object["hasBackup"] = .bool(hasBackup)
    return .object(object)
  }

  private static func texts(_ digests: Set<[UInt8]>) -> JSONValue {
    .array(digests.map { Data($0).base64EncodedString() }.sorted().map(JSONValue.string))
  }
}
