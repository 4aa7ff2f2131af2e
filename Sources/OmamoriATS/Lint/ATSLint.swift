import OmamoriCore

/// The state of one run of the linter.
struct ATSLint {
  let infoPlist: PropertyList
  let configuration: ATSConfiguration
  let pins: PinnedDomains
  private(set) var issues: [ATSIssue] = []

  init(_ infoPlist: PropertyList) {
    self.infoPlist = infoPlist
    configuration = ATSConfiguration(propertyList: infoPlist)
    pins = PinnedDomains(propertyList: infoPlist)
  }

  /// The dictionary of all settings.
  var settings: PropertyListDictionary? { infoPlist[ATSKey.settings]?.dictionary }

  /// Where an issue is: the keys that lead there and the stretch of the file.
  struct Site {
    var path: [String]
    var host: String?
    var range: TextRange?

    /// The site of an entry inside this one.
    func entry(_ entry: PropertyListDictionary.Entry, host: String? = nil) -> Site {
      Site(path: path + [entry.key], host: host ?? self.host, range: entry.range)
    }
  }

  mutating func add(
    _ rule: ATSIssue.Rule,
    _ severity: ATSIssue.Severity,
    at site: Site,
    _ message: LocalizedText,
    fix: LocalizedText
  ) {
    issues.append(
      ATSIssue(
        rule: rule,
        severity: severity,
        message: message,
        fix: fix,
        keyPath: site.path,
        host: site.host,
        range: site.range
      )
    )
  }

  mutating func ignored(
    _ severity: ATSIssue.Severity = .low,
    at site: Site,
    _ message: LocalizedText,
    fix: LocalizedText
  ) {
    add(.keyIgnored, severity, at: site, message, fix: fix)
  }

  // MARK: - Checks that every dictionary shares

  /// Reports entries that a later one of the same key hides.
  mutating func hiddenEntries(_ dictionary: PropertyListDictionary, at site: Site) {
    for entry in dictionary.duplicates {
      let key = Self.shown(entry.key)
      ignored(
        at: site.entry(entry),
        LocalizedText(
          "\(key) is given more than once; only the last one counts",
          ja: "\(key)が重複しており、最後のものだけが有効です"
        ),
        fix: LocalizedText("Keep one entry", ja: "一つだけ残してください")
      )
    }
  }

  /// Reports a boolean key whose value is not read as it looks.
  mutating func booleanType(_ key: String, in dictionary: PropertyListDictionary, at site: Site) {
    guard let entry = dictionary.entry(for: key) else { return }
    let fix = LocalizedText(
      "Write <true/> or <false/>, or delete the key",
      ja: "<true/>または<false/>と書くか、キーを削除してください"
    )
    switch entry.value.content {
    case .boolean, .integer(0), .integer(1), .real(0), .real(1): return
    case .integer, .real:
      ignored(
        at: site.entry(entry),
        LocalizedText(
          "\(key) is a number other than 0 and 1: it counts as present, but not as true",
          ja: "\(key)が0でも1でもない数値です。キーはあるものとして、ただしtrueではないものとして扱われます"
        ),
        fix: fix
      )
    default:
      ignored(
        at: site.entry(entry),
        LocalizedText(
          "\(key) is not a boolean: the system reads it as absent",
          ja: "\(key)が真偽値ではないため、システムはキーがないものとして扱います"
        ),
        fix: fix
      )
    }
  }

  /// Reports a key that nothing reads, with the place or the spelling that was probably meant.
  mutating func unknownKey(_ entry: PropertyListDictionary.Entry, known: Set<String>, at site: Site) {
    guard !known.contains(entry.key) else { return }
    let key = Self.shown(entry.key)
    let similar = known.first { $0.lowercased() == entry.key.lowercased() }
    var fix = LocalizedText("Delete it", ja: "削除してください")
    if let similar {
      fix = LocalizedText("Did you mean \(similar)?", ja: "\(similar)の誤りではありませんか")
    } else if ATSKey.exception.contains(entry.key) {
      fix = LocalizedText(
        "Move it into an entry of NSExceptionDomains",
        ja: "NSExceptionDomainsの項目の中へ移してください"
      )
    } else if ATSKey.global.contains(entry.key) {
      fix = LocalizedText(
        "Move it directly into NSAppTransportSecurity",
        ja: "NSAppTransportSecurityの直下へ移してください"
      )
    }
    ignored(
      at: site.entry(entry),
      LocalizedText(
        "\(key) is not a key that is read here: it has no effect",
        ja: "\(key)はここでは読まれないキーで、効果がありません"
      ),
      fix: fix
    )
  }

  /// `text` as it may stand in a message: short, on one line, without control characters.
  static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == 80 {
        result.append("…")
        break
      }
      let isPlain =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      result.append(isPlain ? scalar : "\u{FFFD}")
    }
    return String(result)
  }
}
