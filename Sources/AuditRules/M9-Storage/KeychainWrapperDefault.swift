import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret saved by a library whose default lets it leave the device.
struct KeychainWrapperDefault: FixingRule {
  static let metadata = RuleMetadata(
    id: "keychain-wrapper-default",
    title: LocalizedText(
      "Keychain library used with its default class", ja: "既定の保護クラスで使用される Keychain ライブラリ"),
    why: LocalizedText(
      """
      The library's default is a class without ThisDeviceOnly: the item is part of backups and is restored \
      on another device, where a session token or key is a stolen one.
      """,
      ja: """
        このライブラリの既定値は ThisDeviceOnly の付かない保護クラスです。項目はバックアップに含まれ、別のデバイスに\
        復元されます。セッショントークンや鍵にとっては盗難と同じです。
        """),
    fix: RuleFix(
      LocalizedText(
        "Say the class: a …ThisDeviceOnly one. Omamori's Keychain.set(_:for:) takes such a class by default.",
        ja: "…ThisDeviceOnly の保護クラスを明示してください。Omamori の Keychain.set(_:for:) は既定でこの保護クラスを使用します。"),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [522], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        import KeychainSwift
        let keychain = KeychainSwift()
        keychain.set(token, forKey: "token")
        """,
      good: """
        import KeychainSwift
        let keychain = KeychainSwift()
        keychain.set(token, forKey: "token", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
        """))

  static let triggers: Set<String> = [
    "KeychainSwift", "KeychainWrapper", "Keychain", "SimpleKeychain", "A0SimpleKeychain",
  ]

  /// A library, as of November 2026: its module, its type, and the class of items saved without one.
  private struct Library {
    let module: String
    let types: Set<String>
    let methods: Set<String>
    let standard: String
  }

  private static let libraries = [
    Library(
      module: "KeychainSwift", types: ["KeychainSwift"], methods: ["set"],
      standard: "accessibleWhenUnlocked"),
    Library(
      module: "SwiftKeychainWrapper", types: ["KeychainWrapper"], methods: ["set"], standard: "whenUnlocked"),
    Library(module: "KeychainAccess", types: ["Keychain"], methods: ["set"], standard: "afterFirstUnlock"),
    Library(
      module: "SimpleKeychain", types: ["SimpleKeychain", "A0SimpleKeychain"], methods: ["set", "setString"],
      standard: "afterFirstUnlock"),
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for library in Self.libraries where source.facts.imports.contains(library.module) {
      note(library, source, &report)
      guard !setsClassElsewhere(source) else { continue }
      for method in library.methods.sorted() {
        for call in source.facts.calls(method) {
          guard let receiver = call.receiver, isStore(receiver, library, call.scope, source),
            !call.labels.contains(where: { $0.hasPrefix("withAccess") || $0 == "accessibility" }),
            call.arguments.first.flatMap({ source.fold($0.value, in: call.scope).string }) != ""
          else { continue }
          add(call, library, source, &report)
        }
      }
      // `Keychain(service: …)["token"] = token`, `keychain["token"] = token`
      for assignment in source.facts.assignments {
        guard library.module == "KeychainAccess",
          let access = assignment.target.as(SubscriptCallExprSyntax.self),
          isStore(access.calledExpression, library, assignment.scope, source),
          source.fold(assignment.value, in: assignment.scope) != .none
        else { continue }
        report.add(
          Self.self, at: assignment.range, Self.message(library.standard))
      }
    }
  }

  /// The use of the library answers questions of the checklist.
  private func note(_ library: Library, _ source: SwiftSource, _ report: inout FileReport) {
    for type in library.types.sorted() {
      guard let use = source.facts.references[type]?.first else { continue }
      report.note(
        .keychainUse, at: use.range,
        LocalizedText("Items are kept by \(library.module).", ja: "\(library.module) で項目を保存しています。"))
      guard let name = source.facts.references.keys.sorted().first(where: { $0.hasSuffix("ThisDeviceOnly") }),
        let place = source.facts.references[name]?.first
      else { continue }
      report.note(
        .keychainProtected, at: place.range,
        LocalizedText("Items stay on this device: \(name).", ja: "項目はこのデバイスだけに保存されます（\(name)）。"))
    }
  }

  private func add(_ call: Call, _ library: Library, _ source: SwiftSource, _ report: inout FileReport) {
    report.add(
      Self.self, at: call.range, Self.message(library.standard),
      severity: Self.rewritesOldItem(call, source) ? .info : nil, fix: Self.fix(of: call, library, source))
  }

  /// Whether a migration saves again what lay in the Keychain before, in a format that nothing else writes.
  private static func rewritesOldItem(_ call: Call, _ source: SwiftSource) -> Bool {
    let around = source.facts.chain(from: call.scope).flatMap { Words.of(source.facts.scopes[$0.index].name) }
    guard around.contains(where: { ["migrate", "migration", "migrations", "migrator"].contains($0) }),
      let function = source.facts.function(around: call.scope)
    else { return false }
    // What comes from elsewhere, such as a database, lies in the Keychain for the first time.
    return ["get", "getString", "getData", "string", "data"].contains { name in
      source.facts.calls(name, in: function.scope).contains { read in
        read.receiver.flatMap(NamePath.last) == call.receiver.flatMap(NamePath.last)
      }
    }
  }

  static let repair = LocalizedText(
    "Names the class when KeychainSwift saves: accessibleWhenUnlockedThisDeviceOnly.",
    ja: "KeychainSwift での保存時に保護クラス accessibleWhenUnlockedThisDeviceOnly を指定します。")

  /// KeychainSwift removes the old item by its name alone, so that another class finds it; others search with the class.
  private static func fix(of call: Call, _ library: Library, _ source: SwiftSource) -> SourceFix? {
    // What is synchronised may not be bound to a device.
    guard library.module == "KeychainSwift", source.facts.references["synchronizable"] == nil,
      call.labels == ["_", "forKey"], call.closures.isEmpty,
      let last = call.node.arguments.last, last.trailingComma == nil
    else { return nil }
    let argument = ", withAccess: .\(library.standard)ThisDeviceOnly"
    return SourceFix(repair, [WrittenValue.adding(argument, at: last.utf8Range.upperBound)])
  }

  private static func message(_ standard: String) -> LocalizedText {
    LocalizedText(
      "Saved without a class, the item gets \(standard), which other devices restore.",
      ja: "保護クラスの指定がないため \(standard) となり、別のデバイスにも復元されます。")
  }

  /// Whether the file sets a class on the store itself: `.accessibility(.whenUnlockedThisDeviceOnly)`.
  private func setsClassElsewhere(_ source: SwiftSource) -> Bool {
    source.facts.references.keys.contains { $0.hasSuffix("ThisDeviceOnly") }
      && !source.facts.calls("accessibility").isEmpty
      || source.facts.calls.contains { $0.argument("accessibility") != nil && $0.name.contains("Keychain") }
  }

  private func isStore(
    _ expression: ExprSyntax, _ library: Library, _ scope: ScopeID, _ source: SwiftSource
  ) -> Bool {
    if NamePath.of(expression).contains(where: library.types.contains) { return true }
    if let call = Call(expression, scope: scope) { return library.types.contains(call.name) }
    guard let name = NamePath.last(of: expression), let binding = source.binding(named: name, from: scope)
    else {
      return false
    }
    if let type = binding.type?.writtenName {
      return library.types.contains(type.filter { $0 != "?" && $0 != "!" })
    }
    guard let value = binding.value, binding.kind != .parameter else { return false }
    if let call = Call(value, scope: scope) {
      return library.types.contains(call.name) || call.receiverPath.contains(where: library.types.contains)
    }
    return NamePath.of(value).contains(where: library.types.contains)
  }
}
