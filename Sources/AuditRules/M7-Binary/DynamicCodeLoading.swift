import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Code that is loaded from where the app or others can write.
struct DynamicCodeLoading: SwiftRule {
  static let metadata = RuleMetadata(
    id: "dynamic-code-loading",
    title: LocalizedText("Code loaded from a writable location", ja: "書き込み可能な場所からのコードの読み込み"),
    why: LocalizedText(
      """
      A library or bundle runs with all rights of the app as soon as it is loaded. In a folder that can be written, or \
      under a name from outside, an attacker can put another in its place.
      """,
      ja: """
        ライブラリやバンドルは、読み込んだ時点からアプリの全権限で実行されます。書き込み可能なフォルダや外部から渡された名前では、\
        攻撃者が別のコードに差し替えられます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Load code from the app's own bundle only. On macOS, check the signature of a plug-in with \
        SecStaticCodeCheckValidity and a requirement first.
        """,
        ja: """
          コードはアプリのバンドルからのみ読み込んでください。macOS のプラグインは、要件を指定した \
          SecStaticCodeCheckValidity で署名を先に検証してください。
          """)),
    severity: .medium, confidence: .high, cwe: [829, 114], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      bad: """
        func loadFilter(_ name: String) {
          let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
          dlopen(folder.appendingPathComponent("filter.dylib").path, RTLD_NOW)
        }
        """,
      good: """
        func loadFilter() {
          guard let folder = Bundle.main.privateFrameworksURL else { return }
          dlopen(folder.appendingPathComponent("filter.dylib").path, RTLD_NOW)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !Self.checks.contains(where: source.facts.names) else { return }
    // With RTLD_NOLOAD the call only asks whether a library is there.
    for call in source.facts.calls("dlopen")
    where call.arguments.first?.label == nil && !call.node.arguments.trimmedDescription.contains("NOLOAD") {
      if let path = call.arguments.first?.value {
        check(path, in: call.scope, at: call.range, "dlopen", source, &report)
      }
    }
    var seen: Set<Int> = []
    for bundle in Self.loadedBundles(in: source) {
      for origin in source.origins(of: bundle.value, in: bundle.scope) {
        guard let made = Call(origin.expression, scope: origin.scope),
          ["Bundle", "NSBundle"].contains(made.name), seen.insert(made.range.lowerBound).inserted,
          let path = made.argument("url") ?? made.argument("path")
        else { continue }
        check(path, in: made.scope, at: bundle.range, "Bundle." + bundle.member, source, &report)
      }
    }
  }

  /// A bundle whose code is loaded.
  private struct LoadedBundle {
    let value: ExprSyntax
    let member: String
    let scope: ScopeID
    let range: Range<Int>
  }

  /// The bundles on which `load`, `principalClass` or another member that loads their code is used, in order.
  private static func loadedBundles(in source: SwiftSource) -> [LoadedBundle] {
    var bundles: [LoadedBundle] = []
    for name in ["load", "loadAndReturnError", "classNamed"] {
      for call in source.facts.calls(name) where call.arguments.isEmpty == (name != "classNamed") {
        guard let receiver = call.receiver else { continue }
        bundles.append(LoadedBundle(value: receiver, member: name, scope: call.scope, range: call.range))
      }
    }
    for reference in source.facts.references["principalClass"] ?? [] {
      guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self), let base = member.base else {
        continue
      }
      bundles.append(
        LoadedBundle(
          value: base, member: "principalClass", scope: reference.scope, range: member.utf8Range))
    }
    return bundles.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func check(
    _ path: ExprSyntax, in scope: ScopeID, at range: Range<Int>, _ name: String, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    if let found = source.taint(of: path, in: scope, Self.strangers) {
      report.add(
        Self.self, at: range,
        LocalizedText(
          "\(found.name) comes from outside and chooses the code that \(name) loads.",
          ja: "外部からの値 \(found.name) が、\(name) で読み込むコードを決めます。"),
        severity: .high, confidence: found.confidence, flow: found.steps)
      return
    }
    let folder = source.origins(of: path, in: scope).lazy.compactMap { Self.folder(of: $0, source) }.first
    if let folder { add(folder, name, at: range, &report) }
  }

  /// The writable folder that a path is put together from; a loop over a folder gives the paths of its files.
  private static func folder(of path: ValueOrigin, _ source: SwiftSource) -> String? {
    var (names, texts) = StoragePlace.parts(of: path.expression, in: path.scope, source)
    let chain = source.facts.chain(from: path.scope)
    let elements = names.lazy.flatMap { name in chain.flatMap { source.facts.localNames(name, in: $0) } }
      .first { $0.role == .element && $0.extent.contains(path.expression.utf8Range.lowerBound) }
    if let elements {
      let list = StoragePlace.parts(of: elements.value, in: elements.scope, source)
      (names, texts) = (names + list.names, texts + list.texts)
    }
    return writable(names: names, texts: texts)
  }

  private func add(_ folder: String, _ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) loads code from “\(folder)”, which can be written.",
        ja: "\(name) が、書き込み可能な「\(folder)」からコードを読み込みます。"))
  }

  /// The part that names a folder in which others than the installer write.
  private static func writable(names: [String], texts: [String]) -> String? {
    guard installed.isDisjoint(with: names) else { return nil }
    if let name = names.first(where: folders.contains) { return name }
    return texts.first { text in prefixes.contains { text.hasPrefix($0) } }
  }

  /// Who may choose a name: not what the app's own files say.
  private static let strangers: TaintKind = [
    .userInput, .link, .pasteboard, .webMessage, .network, .notification, .archive,
  ]
  /// Functions that check the signature of a plug-in.
  private static let checks: Set = ["SecStaticCodeCheckValidity", "SecStaticCodeCheckValidityWithErrors"]
  /// Names of what the installer wrote and the system protects.
  private static let installed: Set = [
    "Bundle", "mainBundle", "bundleForClass", "bundleURL", "privateFrameworksURL", "privateFrameworksPath",
    "sharedFrameworksURL", "sharedFrameworksPath",
    "builtInPlugInsURL", "builtInPlugInsPath", "resourceURL", "resourcePath", "executableURL", "bundlePath",
  ]
  private static let folders: Set = [
    "documentDirectory", "documentsDirectory", "cachesDirectory", "applicationSupportDirectory",
    "libraryDirectory", "downloadsDirectory", "temporaryDirectory", "NSTemporaryDirectory",
    "NSHomeDirectory", "homeDirectoryForCurrentUser", "itemReplacementDirectory", "sharedPublicDirectory",
    "NSDocumentDirectory", "NSCachesDirectory", "NSApplicationSupportDirectory", "NSLibraryDirectory",
    "NSDownloadsDirectory", "containerURLForSecurityApplicationGroupIdentifier",
  ]
  private static let prefixes = ["/tmp/", "/private/tmp/", "/var/tmp/", "/Users/Shared/", "~/"]
}

extension DynamicCodeLoading: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard Self.checks.isDisjoint(with: source.names) else { return }
    for call in source.calls("dlopen").prefix(ObjectiveCSource.closeLooks)
    where !call.hasReceiver && source.use(of: ["RTLD_NOLOAD"], in: call.tokens) == nil {
      guard let path = call.arguments.first, let folder = Self.folder(in: path, call.function, source) else {
        continue
      }
      add(folder, "dlopen", at: source.bytes(of: call.tokens), &report)
    }
    let loads = source.messages("load", "loadAndReturnError:", "principalClass", "classNamed:")
    for message in loads.prefix(ObjectiveCSource.closeLooks) {
      guard Self.isMadeFromPath(message.receiver, message.function, source),
        let folder = Self.folder(in: message.receiver, message.function, source)
      else { continue }
      add(folder, "NSBundle " + message.selector, at: source.bytes(of: message.tokens), &report)
    }
  }

  /// Whether the bundle is made from a path or URL: `[NSBundle bundleWithPath:path]`, also through a name.
  private static func isMadeFromPath(
    _ range: Range<Int>, _ function: Int?, _ source: ObjectiveCSource
  ) -> Bool {
    let value = range.count == 1 ? source.values(of: source.tokens[range.lowerBound].text, in: function) : nil
    let range = value?.first.value ?? range
    return source.use(of: ["NSBundle"], in: range) != nil
      && range.contains {
        ["bundleWithPath", "bundleWithURL", "initWithPath", "initWithURL"].contains(source.tokens[$0].text)
      }
  }

  /// The writable folder that the value is put together from, through names of the function.
  private static func folder(
    in range: Range<Int>, _ function: Int?, _ source: ObjectiveCSource
  ) -> String? {
    var (ranges, names, texts): ([Range<Int>], [String], [String]) = ([range], [], [])
    for step in 0..<8 {
      guard step < ranges.count else { break }
      let range = ranges[step]
      for index in range.prefix(64) {
        let token = source.tokens[index]
        if token.isString { texts.append(token.text) }
        guard token.kind == .identifier else { continue }
        names.append(token.text)
        if let value = source.values(of: token.text, in: function), value.count == 1,
          value.first.value.upperBound <= range.lowerBound
        {
          ranges.append(value.first.value)
        }
      }
    }
    return writable(names: names, texts: texts)
  }
}

extension DynamicCodeLoading: ProjectRule {
  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let signsUpdates = project.propertyLists(.infoPlist).contains { $0.root["CodePushPublicKey"] != nil }
    for component in project.lockedComponents where Self.patchers.contains(component.identity.name) {
      let isSigned = component.identity.name == "codepush"
      guard !isSigned || !signsUpdates else { continue }
      report.add(
        Self.self, in: component.lock.text, at: component.package.range,
        LocalizedText(
          isSigned
            ? "\(component.name) runs downloaded scripts, and no CodePushPublicKey verifies them."
            : "\(component.name) replaces methods of the app by downloaded scripts.",
          ja: isSigned
            ? "\(component.name) はダウンロードしたスクリプトを実行しますが、CodePushPublicKey による検証がありません。"
            : "\(component.name) は、ダウンロードしたスクリプトでアプリのメソッドを置き換えます。"))
    }
  }

  /// Libraries that change an installed app by scripts from a server.
  private static let patchers: Set = [
    "jspatch", "jspatchplatform", "mangofix", "ocrunner", "ttpatch", "rollout.io", "codepush",
  ]
}
