import OmamoriCore

extension ATSLint {
  /// Checks every entry of `NSExceptionDomains`.
  mutating func exceptions(_ settings: PropertyListDictionary) {
    guard let domains = settings[ATSKey.exceptionDomains]?.dictionary else { return }
    let site = Site(path: [ATSKey.settings, ATSKey.exceptionDomains], host: nil, range: nil)
    hiddenEntries(domains, at: site)
    var seen: Set<String> = []
    for entry in domains.entries.reversed()
    where seen.insert(entry.key).inserted {
      exception(entry, at: site.entry(entry, host: entry.key))
    }
  }

  private mutating func exception(_ entry: PropertyListDictionary.Entry, at site: Site) {
    let key = ExceptionKey(text: entry.key)
    let name = Self.shown(entry.key)
    guard let content = entry.value.dictionary,
      let exception = ATSException(key: entry.key, value: entry.value)
    else {
      return ignored(
        at: site,
        LocalizedText(
          "The exception for \(name) is not a dictionary: it is skipped",
          ja: "\(name) の例外が辞書ではないため、読み飛ばされます"
        ),
        fix: LocalizedText("Write a dictionary, or delete the entry", ja: "辞書にするか、項目を削除してください")
      )
    }
    if let fault = key.fault() {
      return ignored(
        at: site,
        LocalizedText(
          "The exception for \(name) never matches a host: \(fault.english)",
          ja: "\(name) の例外はどのホストにも一致しません。\(fault.japanese)"
        ),
        fix: LocalizedText("Write the bare host name in lower case", ja: "ホスト名だけを小文字で書いてください")
      )
    }
    let before = issues.count
    entryKeys(content, at: site)
    insecureHTTP(exception, key, content, at: site)
    minimumVersion(exception, key, content, at: site)
    forwardSecrecy(exception, content, at: site)
    if issues.count == before, isWithoutEffect(exception) {
      ignored(
        .info,
        at: site,
        LocalizedText(
          "The exception for \(name) changes nothing: the rules are the same without it",
          ja: "\(name) の例外は何も変えません。なくても同じ規則が適用されます"
        ),
        fix: LocalizedText("Delete the entry", ja: "項目を削除してください")
      )
    }
  }

  /// Checks types and spellings of an entry's keys.
  private mutating func entryKeys(_ content: PropertyListDictionary, at site: Site) {
    hiddenEntries(content, at: site)
    for key in [ATSKey.includesSubdomains, ATSKey.insecureHTTP, ATSKey.forwardSecrecy] {
      booleanType(key, in: content, at: site)
    }
    package(ATSKey.exceptionPackage, in: content, at: site)
    package(ATSKey.package, in: content, at: site)
    for entry in content.entries {
      let isLegacy = ["NSThirdPartyException", "NSTemporaryException"].contains { entry.key.hasPrefix($0) }
      if isLegacy {
        let modern =
          "NSException" + entry.key.split(separator: "Exception", maxSplits: 1).dropFirst().joined()
        ignored(
          at: site.entry(entry),
          LocalizedText(
            "\(Self.shown(entry.key)) is an obsolete spelling that is no longer read",
            ja: "\(Self.shown(entry.key)) は古い綴りで、現在は読まれません"
          ),
          fix: LocalizedText(
            "Delete it; \(Self.shown(modern)) is the key in force",
            ja: "削除してください。現在のキーは \(Self.shown(modern)) です"
          )
        )
      } else if entry.key == ATSKey.transparency {
        ignored(
          at: site.entry(entry),
          LocalizedText(
            "NSRequiresCertificateTransparency is obsolete: "
              + "transparency is always enforced for the system's roots",
            ja: "NSRequiresCertificateTransparency は廃止されました。システムのルート証明書では常に証明書の透明性が検証されます"
          ),
          fix: LocalizedText("Delete it", ja: "削除してください")
        )
      } else {
        unknownKey(entry, known: ATSKey.exception, at: site)
      }
    }
  }

  private mutating func insecureHTTP(
    _ exception: ATSException,
    _ key: ExceptionKey,
    _ content: PropertyListDictionary,
    at site: Site
  ) {
    guard exception.allowsInsecureHTTP, let entry = content.entry(for: ATSKey.insecureHTTP) else { return }
    let name = Self.shown(key.text)
    let reach = key.reach(includesSubdomains: exception.includesSubdomains)
    let below = exception.includesSubdomains
    let who = LocalizedText(
      below ? "\(name) and every name below it" : name,
      ja: below ? "\(name) とそのすべてのサブドメイン" : name
    )
    let severity: ATSIssue.Severity =
      switch reach {
      case .local: .low
      case .privateNetwork: .medium
      case .host: .high
      case .domain, .everything: .critical
      }
    var fix = LocalizedText(
      "Serve the host over TLS and delete the exception", ja: "ホストを TLS で提供し、例外を削除してください")
    if key.isDevelopment || reach == .local {
      fix = LocalizedText(
        "Keep the exception in an Info.plist that only the Debug configuration uses",
        ja: "Debug 構成だけで使う Info.plist に例外を移してください"
      )
    }
    add(
      .insecureHTTPException,
      severity,
      at: site.entry(entry),
      LocalizedText(
        "NSExceptionAllowsInsecureHTTPLoads is true for \(who.english): "
          + "anyone on the path can read and change its traffic",
        ja: "\(who.japanese)で NSExceptionAllowsInsecureHTTPLoads が true のため、経路上の誰でも通信を盗聴、改ざんできます"
      ),
      fix: fix
    )
  }

  private mutating func minimumVersion(
    _ exception: ATSException,
    _ key: ExceptionKey,
    _ content: PropertyListDictionary,
    at site: Site
  ) {
    guard let entry = content.entry(for: ATSKey.minimumTLS) else { return }
    let name = Self.shown(key.text)
    guard let stated = exception.statedMinimum else {
      return ignored(
        at: site.entry(entry),
        LocalizedText(
          "The NSExceptionMinimumTLSVersion of \(name) is not a known version: TLS 1.2 stays the minimum",
          ja: "\(name) の NSExceptionMinimumTLSVersion が未知の値のため、最低バージョンは TLS 1.2 のままです"
        ),
        fix: LocalizedText("Write TLSv1.3, or delete the key", ja: "TLSv1.3 と書くか、キーを削除してください")
      )
    }
    if stated.isOutdated {
      let isLocal = key.reach(includesSubdomains: exception.includesSubdomains) == .local
      add(
        .weakTLS,
        isLocal ? .low : .medium,
        at: site.entry(entry),
        LocalizedText(
          "\(name) accepts \(stated.name), which RFC 8996 forbids; systems before iOS 26 honour the setting",
          ja: "\(name) では RFC 8996 で禁止された \(stated.name) が許可されます。iOS 26 より前のシステムではこの設定が有効です"
        ),
        fix: LocalizedText(
          "Delete the key, so that TLS 1.2 is the minimum",
          ja: "キーを削除し、TLS 1.2 を最低バージョンにしてください"
        )
      )
    } else if stated == .tls12 {
      ignored(
        .info,
        at: site.entry(entry),
        LocalizedText(
          "The minimum TLS 1.2 of \(name) equals the default",
          ja: "\(name) の最低バージョン TLS 1.2 は既定値と同じです"
        ),
        fix: LocalizedText("Delete the key, or require TLSv1.3", ja: "キーを削除するか、TLSv1.3 を要求してください")
      )
    }
  }

  private mutating func forwardSecrecy(
    _ exception: ATSException,
    _ content: PropertyListDictionary,
    at site: Site
  ) {
    guard !exception.requiresForwardSecrecy, let entry = content.entry(for: ATSKey.forwardSecrecy) else {
      return
    }
    let name = Self.shown(exception.key)
    let fix = LocalizedText("Delete the key", ja: "キーを削除してください")
    if exception.minimumVersion == .tls13 {
      add(
        .forwardSecrecyOff,
        .low,
        at: site.entry(entry),
        LocalizedText(
          "NSExceptionRequiresForwardSecrecy is false for \(name): a weakening without effect today, "
            + "because TLS 1.3 always has forward secrecy, but it contradicts the policy",
          ja:
            "\(name) で NSExceptionRequiresForwardSecrecy が false です。TLS 1.3 には常に前方秘匿性があるため現在は効果のない弱体化ですが、方針と矛盾します"
        ),
        fix: fix
      )
      return
    }
    let consequence =
      exception.allowsInsecureHTTP
      ? LocalizedText("any cipher suite is accepted", ja: "あらゆる暗号スイートが許可されます")
      : LocalizedText(
        "recorded traffic can be read by whoever gets the server's key later",
        ja: "記録された通信は、後にサーバーの鍵を入手した者に解読されます"
      )
    add(
      .forwardSecrecyOff,
      .low,
      at: site.entry(entry),
      LocalizedText(
        "NSExceptionRequiresForwardSecrecy is false for \(name): \(consequence.english)",
        ja: "\(name) で NSExceptionRequiresForwardSecrecy が false のため、\(consequence.japanese)"
      ),
      fix: fix
    )
  }

  /// Says whether every context gets the same answer without the entry; only names are tried.
  private func isWithoutEffect(_ exception: ATSException) -> Bool {
    guard !exception.key.contains("/"), ATSAddress(exception.key) == nil else { return false }
    let hosts = [exception.key] + (exception.includesSubdomains ? ["x." + exception.key] : [])
    return hosts.allSatisfy { host in
      ATSContext.allCases.allSatisfy {
        configuration.sameRules(for: ATSHost(host), without: exception.key, in: $0)
      }
    }
  }
}

extension ATSConfiguration {
  /// Says whether the exception of `key` makes no difference for `host`.
  func sameRules(for host: ATSHost, without key: String, in context: ATSContext) -> Bool {
    let with = requirement(for: host, context: context, generation: .iOS26)
    let without = requirement(for: host, context: context, generation: .iOS26, sdk: 26, ignoring: key)
    return with.isRequired == without.isRequired && with.minimumVersion == without.minimumVersion
      && with.cipherSuites == without.cipherSuites
  }
}
