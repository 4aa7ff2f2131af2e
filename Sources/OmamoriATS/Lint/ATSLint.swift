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
          ja: "\(key) が重複しており、最後のものだけが有効です"
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
          ja: "\(key) が 0 でも 1 でもない数値です。キーはあるものとして、ただし true ではないものとして扱われます"
        ),
        fix: fix
      )
    default:
      ignored(
        at: site.entry(entry),
        LocalizedText(
          "\(key) is not a boolean: the system reads it as absent",
          ja: "\(key) が真偽値ではないため、システムはキーがないものとして扱います"
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
      fix = LocalizedText("Did you mean \(similar)?", ja: "\(similar) の誤りではありませんか")
    } else if ATSKey.exception.contains(entry.key) {
      fix = LocalizedText(
        "Move it into an entry of NSExceptionDomains",
        ja: "NSExceptionDomains の項目の中へ移してください"
      )
    } else if ATSKey.global.contains(entry.key) {
      fix = LocalizedText(
        "Move it directly into NSAppTransportSecurity",
        ja: "NSAppTransportSecurity の直下へ移してください"
      )
    }
    ignored(
      at: site.entry(entry),
      LocalizedText(
        "\(key) is not a key that is read here: it has no effect",
        ja: "\(key) はここでは読まれないキーで、効果がありません"
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

extension ATSLint {
  private var site: Site {
    Site(path: [ATSKey.settings], host: nil, range: infoPlist.dictionary?.entry(for: ATSKey.settings)?.range)
  }

  /// Reports settings that stand outside of their dictionary, and a dictionary that is none.
  mutating func misplacedKeys() {
    guard let root = infoPlist.dictionary else { return }
    for entry in root.entries where ATSKey.global.contains(entry.key) || ATSKey.exception.contains(entry.key)
    {
      ignored(
        at: Site(path: [entry.key], host: nil, range: entry.range),
        LocalizedText(
          "\(entry.key) stands outside of NSAppTransportSecurity: it has no effect",
          ja: "\(entry.key) が NSAppTransportSecurity の外にあるため、効果がありません"
        ),
        fix: LocalizedText("Move it into NSAppTransportSecurity", ja: "NSAppTransportSecurity の中へ移してください")
      )
    }
    guard let entry = root.entry(for: ATSKey.settings), entry.value.dictionary == nil else { return }
    ignored(
      at: site,
      LocalizedText(
        "NSAppTransportSecurity is not a dictionary: all of it is ignored",
        ja: "NSAppTransportSecurity が辞書ではないため、全体が無視されます"
      ),
      fix: LocalizedText("Write a dictionary, or delete the key", ja: "辞書にするか、キーを削除してください")
    )
  }

  /// Checks the keys that hold for every host.
  mutating func globalKeys(_ settings: PropertyListDictionary) {
    hiddenEntries(settings, at: site)
    for key in [ATSKey.arbitraryLoads, ATSKey.webContent, ATSKey.media, ATSKey.localNetworking] {
      booleanType(key, in: settings, at: site)
    }
    for entry in settings.entries { unknownKey(entry, known: ATSKey.global, at: site) }
    arbitraryLoads(settings)
    looseContext(
      .webView,
      .webContent,
      ATSKey.webContent,
      LocalizedText("in web views", ja: "Web ビュー内では"),
      settings
    )
    looseContext(
      .media,
      .media,
      ATSKey.media,
      LocalizedText("in the media player", ja: "メディア再生では"),
      settings
    )
    package(ATSKey.package, in: settings, at: site)
    if let entry = settings.entry(for: ATSKey.exceptionDomains), entry.value.dictionary == nil {
      ignored(
        at: site.entry(entry),
        LocalizedText(
          "NSExceptionDomains is not a dictionary: no exception is read",
          ja: "NSExceptionDomains が辞書ではないため、例外は一つも読まれません"
        ),
        fix: LocalizedText("Write a dictionary, or delete the key", ja: "辞書にするか、キーを削除してください")
      )
    }
  }

  /// Checks the text of the key that asks for the stricter TLS package.
  mutating func package(_ key: String, in dictionary: PropertyListDictionary, at site: Site) {
    guard let entry = dictionary.entry(for: key) else { return }
    guard entry.value.string.map(ATSKey.packageVersions.contains) != true else { return }
    ignored(
      at: site.entry(entry),
      LocalizedText(
        "\(key) has a value that is not known: it counts as “none”",
        ja: "\(key) の値が未知のため、「none」として扱われます"
      ),
      fix: LocalizedText(
        "Write “recommended”, “FCP_v2.1” or “none”",
        ja: "recommended、FCP_v2.1、none のいずれかを書いてください"
      )
    )
  }

  private mutating func arbitraryLoads(_ settings: PropertyListDictionary) {
    guard configuration.arbitraryLoads == .yes, let entry = settings.entry(for: ATSKey.arbitraryLoads) else {
      return
    }
    if configuration.publicHostsLoseATS(in: .app) {
      add(
        .arbitraryLoads,
        .critical,
        at: site.entry(entry),
        LocalizedText(
          "NSAllowsArbitraryLoads is true: every public host without an exception may be reached over "
            + "plain HTTP, with old TLS and with weak certificates",
          ja: "NSAllowsArbitraryLoads が true のため、例外のないすべての公開ホストへ、平文 HTTP、古い TLS、弱い証明書で接続できてしまいます"
        ),
        fix: LocalizedText(
          "Delete the key, and write an exception for each host that cannot use TLS yet",
          ja: "キーを削除し、まだ TLS を使えないホストだけを例外として書いてください"
        )
      )
      return
    }
    let finer = [ATSKey.localNetworking, ATSKey.webContent, ATSKey.media].first {
      ATSSwitch(settings[$0]).isPresent
    }
    ignored(
      at: site.entry(entry),
      LocalizedText(
        "NSAllowsArbitraryLoads is ignored on iOS 10 and later because \(finer ?? "a finer key") "
          + "is present; app review still asks for a reason",
        ja: "\(finer ?? "より細かいキー")があるため、NSAllowsArbitraryLoads は iOS 10 以降では無視されます。ただし App Review では理由を問われます"
      ),
      fix: LocalizedText("Delete NSAllowsArbitraryLoads", ja: "NSAllowsArbitraryLoads を削除してください")
    )
  }

  private mutating func looseContext(
    _ context: ATSContext,
    _ rule: ATSIssue.Rule,
    _ key: String,
    _ place: LocalizedText,
    _ settings: PropertyListDictionary
  ) {
    guard let entry = settings.entry(for: key), configuration.publicHostsLoseATS(in: context),
      !configuration.publicHostsLoseATS(in: .app)
    else { return }
    add(
      rule,
      .medium,
      at: site.entry(entry),
      LocalizedText(
        "\(key) is true: \(place.english), every public host without an exception "
          + "may be reached over plain HTTP",
        ja: "\(key) が true のため、\(place.japanese)例外のないすべての公開ホストへ平文 HTTP で接続できてしまいます"
      ),
      fix: LocalizedText(
        "Delete the key, or write an exception for each host that cannot use TLS yet",
        ja: "キーを削除するか、まだ TLS を使えないホストだけを例外として書いてください"
      )
    )
  }
}
