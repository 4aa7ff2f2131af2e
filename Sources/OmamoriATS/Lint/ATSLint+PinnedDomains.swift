import OmamoriCore

extension ATSLint {
  /// Checks every entry of `NSPinnedDomains`.
  mutating func pinnedDomains(_ settings: PropertyListDictionary) {
    guard let list = settings.entry(for: ATSKey.pinnedDomains) else { return }
    let site = Site(path: [ATSKey.settings, ATSKey.pinnedDomains], host: nil, range: list.range)
    guard let domains = list.value.dictionary else {
      return invalid(
        .high,
        at: site,
        LocalizedText(
          "NSPinnedDomains is not a dictionary: no host is pinned",
          ja: "NSPinnedDomains が辞書ではないため、どのホストもピン留めされません"
        ),
        fix: LocalizedText("Write a dictionary of host names", ja: "ホスト名をキーとする辞書を書いてください")
      )
    }
    hiddenEntries(domains, at: site)
    var seen: Set<String> = []
    for entry in domains.entries.reversed() where seen.insert(entry.key).inserted {
      pinnedDomain(entry, at: site.entry(entry, host: entry.key))
    }
  }

  private mutating func invalid(
    _ severity: ATSIssue.Severity,
    at site: Site,
    _ message: LocalizedText,
    fix: LocalizedText
  ) {
    add(.pinnedDomainsInvalid, severity, at: site, message, fix: fix)
  }

  private mutating func pinnedDomain(_ entry: PropertyListDictionary.Entry, at site: Site) {
    let name = Self.shown(entry.key)
    guard let content = entry.value.dictionary, let domain = PinnedDomain(name: entry.key, value: entry.value)
    else {
      return invalid(
        .high,
        at: site,
        LocalizedText(
          "The pins of \(name) are not a dictionary: the host is not pinned",
          ja: "\(name) のピンが辞書ではないため、ホストはピン留めされません"
        ),
        fix: LocalizedText("Write a dictionary with a list of pins", ja: "ピンの一覧を含む辞書を書いてください")
      )
    }
    if let fault = ExceptionKey(text: entry.key).fault(isPinned: true) {
      return invalid(
        .high,
        at: site,
        LocalizedText(
          "The pins of \(name) never match a host: \(fault.english)",
          ja: "\(name) のピンはどのホストにも一致しません。\(fault.japanese)"
        ),
        fix: LocalizedText("Write the bare host name", ja: "ホスト名だけを書いてください")
      )
    }
    hiddenEntries(content, at: site)
    subdomainsType(content, at: site)
    for inner in content.entries { unknownKey(inner, known: ATSKey.pinned, at: site) }
    guard domain.isPinned else {
      return invalid(
        .high,
        at: site,
        LocalizedText(
          "\(name) has neither a list of leaf pins nor one of authority pins: the host is not pinned",
          ja: "\(name) にはリーフのピンの一覧も認証局のピンの一覧もないため、ホストはピン留めされません"
        ),
        fix: LocalizedText(
          "Add NSPinnedCAIdentities or NSPinnedLeafIdentities",
          ja: "NSPinnedCAIdentities または NSPinnedLeafIdentities を追加してください"
        )
      )
    }
    var canConnect = true
    for key in [ATSKey.leafIdentities, ATSKey.certificateAuthorityIdentities] {
      canConnect = identities(key, in: content, at: site) && canConnect
    }
    if canConnect, pins.sampledRequirement(for: entry.key)?.hasBackup == false {
      invalid(
        .medium,
        at: site,
        LocalizedText(
          "\(name) has no backup pin: a change of its key cuts the application off until it is updated",
          ja: "\(name) に予備のピンがありません。鍵が変わると、更新されるまでアプリは接続できなくなります"
        ),
        fix: LocalizedText(
          "Add the pin of a second key that is kept in reserve",
          ja: "予備として保管している別の鍵のピンを追加してください"
        )
      )
    }
    plainHTTP(domain, at: site)
    subdomains(domain, content, at: site)
  }

  /// Reports an `NSIncludesSubdomains` that is no boolean, which pins nothing below the host; the number 0 says just that.
  private mutating func subdomainsType(_ content: PropertyListDictionary, at site: Site) {
    let key = ATSKey.includesSubdomains
    guard let entry = content.entry(for: key) else { return }
    switch entry.value.content {
    case .boolean, .integer(0), .real(0): return
    default: break
    }
    let name = Self.shown(site.host ?? "")
    invalid(
      .medium,
      at: site.entry(entry),
      LocalizedText(
        "\(key) is not a boolean: names below \(name) are not pinned",
        ja: "\(key) が真偽値ではないため、\(name) より下位の名前はピン留めされません"
      ),
      fix: LocalizedText(
        "Write <true/> or <false/>, or delete the key",
        ja: "<true/>または<false/>と書くか、キーを削除してください"
      )
    )
  }

  /// Checks one list of pins; answers whether a connection is possible with it.
  private mutating func identities(_ key: String, in content: PropertyListDictionary, at site: Site) -> Bool {
    guard let entry = content.entry(for: key) else { return true }
    let place = site.entry(entry)
    let name = Self.shown(site.host ?? "")
    guard let values = entry.value.array else {
      invalid(
        .high,
        at: place,
        LocalizedText(
          "The \(key) of \(name) is not an array, which counts as a list without a pin: every connection is refused",
          ja: "\(name) の \(key) が配列ではなく、ピンのない一覧として扱われるため、すべての接続が拒否されます"
        ),
        fix: LocalizedText("Write an array of dictionaries", ja: "辞書の配列を書いてください")
      )
      return false
    }
    let identities = values.map(PinnedIdentity.init)
    guard identities.contains(where: \.canMatch) else {
      invalid(
        .high,
        at: place,
        LocalizedText(
          "The \(key) of \(name) has no valid pin: every connection is refused",
          ja: "\(name) の \(key) に有効なピンがないため、すべての接続が拒否されます"
        ),
        fix: LocalizedText(
          "Write the Base64 of the SHA-256 digest of the public key (32 bytes)",
          ja: "公開鍵の SHA-256 ダイジェスト（32 バイト）を Base64 で書いてください"
        )
      )
      return false
    }
    var seen: Set<[UInt8]> = []
    for (value, identity) in zip(values, identities) {
      let pin = Site(path: place.path, host: site.host, range: value.range ?? place.range)
      if let digest = identity.digest, digest.count == 32 {
        if !seen.insert(digest).inserted {
          invalid(
            .low,
            at: pin,
            LocalizedText(
              "A pin of \(name) is given twice: it is no backup",
              ja: "\(name) の同じピンが重複しています。予備にはなりません"
            ),
            fix: LocalizedText("Write the pin of another key", ja: "別の鍵のピンを書いてください")
          )
        }
      } else {
        let reason =
          identity.digest.map {
            LocalizedText("is \($0.count) bytes long instead of 32", ja: "の長さが 32 ではなく \($0.count) バイト")
          }
          ?? LocalizedText(
            "is not Base64 under \(ATSKey.publicKeyHash)",
            ja: "が \(ATSKey.publicKeyHash) の Base64 として読めない値"
          )
        invalid(
          .medium,
          at: pin,
          LocalizedText(
            "A pin of \(name) \(reason.english): it never matches",
            ja: "\(name) のピン\(reason.japanese)のため、決して一致しません"
          ),
          fix: LocalizedText("Correct the pin", ja: "ピンを修正してください")
        )
      }
    }
    return true
  }

  private mutating func plainHTTP(_ domain: PinnedDomain, at site: Site) {
    let host = ATSHost(PinnedDomains.lowercased(domain.name))
    guard !host.isLocal, !configuration.requirement(for: host).isRequired else { return }
    let name = Self.shown(domain.name)
    invalid(
      .high,
      at: site,
      LocalizedText(
        "\(name) is pinned, but may also be reached over plain HTTP, where pins do not protect",
        ja: "\(name) はピン留めされていますが、平文 HTTP でも接続でき、その場合ピンは働きません"
      ),
      fix: LocalizedText(
        "Delete the setting that allows plain HTTP for the host",
        ja: "このホストに平文 HTTP を許可する設定を削除してください"
      )
    )
  }

  private mutating func subdomains(_ domain: PinnedDomain, _ content: PropertyListDictionary, at site: Site) {
    guard domain.includesSubdomains, let entry = content.entry(for: ATSKey.includesSubdomains) else { return }
    let name = Self.shown(domain.name)
    invalid(
      .info,
      at: site.entry(entry),
      LocalizedText(
        "The pins of \(name) cover exactly one more label: a.\(name) is pinned, a.b.\(name) is not",
        ja: "\(name) のピンが及ぶのは 1 階層下までです。a.\(name) はピン留めされますが、a.b.\(name) はされません"
      ),
      fix: LocalizedText("Add an entry for each deeper host", ja: "さらに深いホストには項目を追加してください")
    )
  }
}
