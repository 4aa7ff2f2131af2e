import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A file name from outside that may lead out of its folder.
struct PathTraversal: SwiftRule {
  static let metadata = RuleMetadata(
    id: "path-traversal",
    title: LocalizedText(
      "File name from outside used as a path",
      ja: "外部から受け取ったファイル名をパスに使用している"),
    why: LocalizedText(
      """
      A name such as ../Library/… leads out of the folder. Whoever chooses it has files of the app \
      read, shown or overwritten.
      """,
      ja: """
        ../Library/… のような名前はフォルダの外を指します。名前を選べる者は、アプリ内の別のファイルを\
        読み取らせたり、上書きさせたりできます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take lastPathComponent of the name, or check after standardizing that the path still begins \
        with the folder.
        """,
        ja: """
          名前の lastPathComponent だけを使用するか、標準化したパスが元のフォルダで始まることを確認し\
          てください。
          """)),
    severity: .high, confidence: .medium, cwe: [22], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func open(_ link: URL) -> Data? {
          let name = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems?.first?.value ?? ""
          return try? Data(contentsOf: folder.appendingPathComponent(name))
        }
        """,
      good: """
        func open(_ link: URL) -> Data? {
          let name = URL(fileURLWithPath: link.path).lastPathComponent
          return try? Data(contentsOf: folder.appendingPathComponent(name))
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["appendingPathComponent", "appending", "stringByAppendingPathComponent"] {
      for call in source.facts.calls(name) {
        guard let component = component(of: call),
          let function = source.facts.function(around: call.scope), touchesFiles(function, source),
          !isChecked(component, in: function, source)
        else { continue }
        check(component, call, function, source, &report)
      }
    }
  }

  private func component(of call: Call) -> ExprSyntax? {
    guard let first = call.arguments.first else { return nil }
    if call.name == "appending" {
      return ["path", "component"].contains(first.label ?? "") ? first.value : nil
    }
    return first.label == nil ? first.value : nil
  }

  private func check(
    _ component: ExprSyntax, _ call: Call, _ function: Function, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    let outside = ExternalInput.spreadNames(in: function, source)
    if let name = NameFlow.use(of: outside, in: component) ?? ExternalInput.member(in: component) {
      // Foundation puts “_” for each “/” of a name that a server suggests.
      add(name, call, name == "suggestedFilename" ? .low : .medium, source, &report)
      return
    }
    guard let name = component.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let parameter = source.binding(named: name, from: call.scope), parameter.kind == .parameter,
      ["String", "String?"].contains(parameter.type?.writtenName ?? "")
    else { return }
    let words = Words.of(name) + Words.of(source.facts.typeName(around: call.scope) ?? "")
    let isForeign = words.contains(where: Self.foreignWords.contains) && readsContent(function, source)
    add(name, call, isForeign ? .medium : .low, source, &report)
  }

  private func add(
    _ name: String, _ call: Call, _ confidence: Confidence, _ source: SwiftSource, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: call.range,
      LocalizedText(
        "\(name) comes from elsewhere and is appended to a path without a check for \"..\" and \"/\".",
        ja: "外部から渡された \(name) が、「..」や「/」の確認なしにパスへ追加されています。"),
      confidence: confidence)
  }

  private func touchesFiles(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(Self.self, function.scope, "touches files") {
      source.facts.calls(in: function.scope).contains { call in
        Self.fileCalls.contains(call.name) || call.labels.contains { Self.fileLabels.contains($0) }
      }
    }
  }

  private func readsContent(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(Self.self, function.scope, "reads content") {
      source.facts.calls(in: function.scope).contains { $0.labels.first == "contentsOf" }
    }
  }

  /// Whether the name is cut to its last part, standardised or looked at before.
  private func isChecked(_ component: ExprSyntax, in function: Function, _ source: SwiftSource) -> Bool {
    if NamePath.last(of: component) == "lastPathComponent"
      || source.fold(component, in: function.scope).isConstant
    {
      return true
    }
    let checksAny = source.once(Self.self, function.scope, "checks any") {
      Self.checks.contains { name in !source.facts.references(name, in: function.scope).isEmpty }
        || source.facts.calls(in: function.scope).contains { call in
          Words.of(call.name).contains(where: Self.checkWords.contains)
        }
    }
    let name = NamePath.last(of: component)
    return checksAny
      || source.once(Self.self, function.scope, "checks " + (name ?? "")) {
        source.facts.calls(in: function.scope).contains { call in
          ["contains", "hasPrefix", "allSatisfy", "replacingOccurrences", "range"].contains(call.name)
            && call.receiver.flatMap(NamePath.last) == name
        }
      }
  }

  private static let fileCalls: Set = [
    "write", "createFile", "removeItem", "copyItem", "moveItem", "contents", "replaceItemAt",
    "createDirectory",
  ]
  private static let fileLabels: Set = ["contentsOf", "contentsOfFile", "fileURLWithPath", "forReadingFrom"]
  /// Members that leave nothing of a name that leads out of a folder.
  private static let checks = [
    "lastPathComponent", "standardized", "standardizedFileURL", "resolvingSymlinksInPath",
    "standardizingPath",
  ]
  private static let checkWords: Set = [
    "sanitize", "sanitized", "sanitise", "sanitised", "validate", "validated", "safe", "escaped", "hash",
    "md5",
    "sha256", "digest",
  ]
  /// Words of names for documents that come from other people.
  private static let foreignWords: Set = [
    "document", "documents", "attachment", "attachments", "entry", "archive", "zip", "download", "import",
    "received", "shared", "upload", "vault",
  ]
}

extension PathTraversal: FlowRule {
  static let places: FlowSinkClass = .path

  /// Who enters a name in the app reaches no more than the app's own files, which are that person's.
  func severity(_ arrival: FlowArrival) -> Severity? {
    [.userInput, .pasteboard].contains(arrival.kind) ? .low : nil
  }

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    arrival.kind == .archive
      ? nil
      : LocalizedText(
        "\(arrival.origin.english) becomes part of a path without a check; “../” in it leads out of the folder.",
        ja: "\(arrival.origin.japanese)が確認なしにパスの一部になり、含まれる「../」でフォルダの外を指せます。")
  }
}
