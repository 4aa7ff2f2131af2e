import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Many facts about a device, put together with its identifier.
struct DeviceFingerprint: SwiftRule {
  static let metadata = RuleMetadata(
    id: "device-fingerprint",
    title: LocalizedText("Device fingerprint", ja: "デバイスフィンガープリントの作成"),
    why: LocalizedText(
      """
      An identifier together with model, system, screen and locale recognises the device again after the identifier was \
      reset. The store forbids it, whatever the user has agreed to.
      """,
      ja: """
        識別子に機種、OS、画面、ロケールを組み合わせると、識別子をリセットした後も同じデバイスを特定できます。\
        これは利用者の同意の有無にかかわらず、ストアの規約で禁止されています。
        """),
    fix: RuleFix(
      LocalizedText(
        "Send only what the feature needs; recognise devices with DeviceCheck or App Attest (OmamoriDevice).",
        ja: "機能に必要な情報だけを送信してください。デバイスの識別には DeviceCheck や App Attest（OmamoriDevice）を使用します。"),
      library: .device),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        let profile = [
          "vendor": UIDevice.current.identifierForVendor?.uuidString ?? "", "model": UIDevice.current.model,
          "system": UIDevice.current.systemVersion, "locale": Locale.current.identifier,
        ]
        """,
      good: #"let profile = ["system": UIDevice.current.systemVersion]"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for anchor in Self.identifiers.sorted() {
      for reference in source.facts.references[anchor] ?? [] {
        guard let whole = Self.collection(around: Syntax(reference.node)), !source.isMadeUp(whole) else {
          continue
        }
        let range = whole.utf8Range
        let signals = Self.signals.filter { _, names in
          names.contains { name in
            (source.facts.references[name] ?? []).contains { range.contains($0.range.lowerBound) }
          }
        }
        guard signals.count >= 3, seen.insert(range).inserted else { continue }
        let names = signals.keys.sorted().joined(separator: ", ")
        report.add(
          Self.self, at: range,
          LocalizedText(
            "`\(anchor)` is put together with \(names).", ja: "`\(anchor)` が \(names) と組み合わされています。"))
      }
    }
  }

  /// The list, dictionary, text or call that puts several values together.
  private static func collection(around node: Syntax) -> Syntax? {
    var found: Syntax?
    var current = node.parent
    while let parent = current, !parent.is(CodeBlockItemSyntax.self), !parent.is(MemberBlockItemSyntax.self) {
      if let call = parent.as(FunctionCallExprSyntax.self), call.arguments.count < 4 {
        current = parent.parent
        continue
      }
      if parent.is(DictionaryExprSyntax.self) || parent.is(ArrayExprSyntax.self)
        || parent.is(StringLiteralExprSyntax.self) || parent.is(FunctionCallExprSyntax.self)
      {
        found = parent
        break
      }
      current = parent.parent
    }
    return found
  }

  static let identifiers: Set = ["identifierForVendor", "advertisingIdentifier"]
  static let signals: [String: Set<String>] = [
    "model": ["model", "localizedModel", "utsname", "machine", "hw"],
    "system": ["systemVersion", "systemName", "operatingSystemVersion", "operatingSystemVersionString"],
    "screen": ["nativeBounds", "nativeScale", "UIScreen", "screenSize"],
    "locale": ["Locale", "preferredLanguages", "regionCode", "NSLocale"],
    "time zone": ["TimeZone", "NSTimeZone"],
    "carrier": [
      "CTCarrier", "CTTelephonyNetworkInfo", "carrierName", "mobileNetworkCode", "subscriberCellularProvider",
    ],
    "network": ["CNCopyCurrentNetworkInfo", "ssid", "bssid", "NEHotspotNetwork"],
    "battery": ["batteryLevel", "batteryState"],
    "memory and disk": ["physicalMemory", "volumeAvailableCapacityKey", "systemSize", "systemFreeSize"],
    "processor": ["processorCount", "activeProcessorCount"],
    "uptime": ["systemUptime"],
    "fonts": ["familyNames"],
  ]
}

extension DeviceFingerprint: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard !Self.identifiers.isDisjoint(with: source.names) else { return }
    var seen: Set<Int> = []
    for index in source.uses(of: Self.identifiers, in: source.tokens.indices).prefix(
      ObjectiveCSource.closeLooks)
    {
      guard let whole = Self.collection(around: index, source), seen.insert(whole.lowerBound).inserted else {
        continue
      }
      let words = Set(whole.filter { source.tokens[$0].kind == .identifier }.map { source.tokens[$0].text })
      var found = Self.signals.filter { !$0.value.isDisjoint(with: words) }.keys.sorted()
      if whole.contains(where: { Self.isDeviceName($0, source) }) { found.append("name") }
      // Two are enough where the function sends something.
      let function = source.functions.first { $0.body.contains(index) }
      let isSent = function.map { !source.uses(of: Self.senders, in: $0.body).isEmpty } ?? false
      guard found.count >= (isSent ? 2 : 3) else { continue }
      let (anchor, names) = (source.tokens[index].text, found.joined(separator: ", "))
      report.add(
        Self.self, at: source.bytes(of: whole),
        LocalizedText(
          "`\(anchor)` is put together with \(names).", ja: "`\(anchor)` が \(names) と組み合わされています。"))
    }
  }

  private static let senders: Set = [
    "NSURLSession", "dataTaskWithURL", "dataTaskWithRequest", "uploadTaskWithRequest", "NSURLConnection",
    "NSMutableURLRequest", "NSURLRequest",
  ]

  /// Looks at `UIDevice.currentDevice.name` and `[UIDevice currentDevice].name`.
  private static func isDeviceName(_ index: Int, _ source: ObjectiveCSource) -> Bool {
    guard index > 4, source.tokens[index].isName("name") else { return false }
    return source.tokens[(index - 3)..<index].contains { $0.isName("currentDevice") }
  }

  /// The literal list, dictionary or text that puts several values together.
  private static func collection(around index: Int, _ source: ObjectiveCSource) -> Range<Int>? {
    let formats = source.messages(
      "stringWithFormat:", "dictionaryWithObjectsAndKeys:", "arrayWithObjects:", "initWithFormat:")
    if let message = formats.first(where: { $0.tokens.contains(index) }) { return message.tokens }
    var at = index
    for _ in 0..<400 where at > 0 {
      at -= 1
      let token = source.tokens[at]
      if token.isSign(";") { return nil }
      guard token.isSign("{") || token.isSign("["), at > 0, source.tokens[at - 1].isSign("@"),
        let close = source.partner(of: at), close > index
      else { continue }
      return (at - 1)..<(close + 1)
    }
    return nil
  }
}
