import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An archive that may name any class and has it made.
struct InsecureDeserialization: FixingRule {
  static let metadata = RuleMetadata(
    id: "insecure-deserialization",
    title: LocalizedText("Archive decoded without secure coding", ja: "安全でないアーカイブの復元"),
    why: LocalizedText(
      """
      Without secure coding the archive decides which classes are made. A crafted file makes objects \
      the app never expected and runs code in their initialisers.
      """,
      ja: """
        セキュアコーディングを使わないと、生成するクラスをアーカイブ側が決めます。細工されたファイルは想\
        定外のオブジェクトを生成させ、その初期化処理を実行させます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use unarchivedObject(ofClass:from:) with NSSecureCoding types, or Codable.",
        ja: """
          NSSecureCoding に準拠した型で unarchivedObject(ofClass:from:) を使用するか、Codable を使用して\
          ください。
          """)),
    severity: .medium, confidence: .high, cwe: [502], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: "let lines = NSKeyedUnarchiver.unarchiveObject(with: data) as? [Line]",
      good: """
        let lines = try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Line.self, from: data)
        """))

  static let triggers: Set<String> = unsafeCalls.union([
    "requiresSecureCoding", "unarchivedObject", "decodeObject", "decodeTopLevelObject", "archivedData",
    "forReadingWith",
  ]).union(transformers)

  private static let initialiser = LocalizedText(
    "An unarchiver made by this initialiser instantiates any class that the archive names; use init(forReadingFrom:).",
    ja: "このイニシャライザで作成したアンアーカイバーは、アーカイブが指定する任意のクラスを生成します。init(forReadingFrom:) を使用してください。")

  private static func transformer(_ name: String) -> LocalizedText {
    LocalizedText(
      "\(name) instantiates any class that the archive names; use secureUnarchiveFromDataTransformerName.",
      ja: "\(name) はアーカイブが指定する任意のクラスを生成します。secureUnarchiveFromDataTransformerName を使用してください。")
  }

  /// Value transformers that read archives without secure coding.
  private static let transformers = [
    "unarchiveFromDataTransformerName", "keyedUnarchiveFromDataTransformerName",
    "NSUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromDataTransformerName",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.unsafeCalls.sorted() {
      for call in source.facts.calls(name) where call.receiverPath.last == "NSKeyedUnarchiver" {
        if Self.copies(call, source) { continue }
        let data = call.arguments.first?.value
        if let data, source.isBundled(data, in: call.scope) { continue }
        let isOutside = data.flatMap { source.taint(of: $0, in: call.scope, .outside) } != nil
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(name) makes whatever class the archive names.",
            ja: "\(name) はアーカイブが指定する任意のクラスを生成します。"),
          severity: isOutside ? .medium : .low, fix: Self.fix(of: call))
      }
    }
    for call in source.facts.calls("NSKeyedUnarchiver") where call.labels == ["forReadingWith"] {
      guard !source.isBundled(call.arguments[0].value, in: call.scope) else { continue }
      report.add(Self.self, at: call.range, Self.initialiser)
    }
    for name in Self.transformers {
      for reference in source.facts.references[name] ?? [] where !CryptoNames.isCompared(reference.node) {
        report.add(Self.self, at: reference.range, Self.transformer(name))
      }
    }
    for assignment in source.facts.assignments where assignment.name == "requiresSecureCoding" {
      guard source.fold(assignment.value, in: assignment.scope).boolean == false else { continue }
      report.add(
        Self.self, at: assignment.range,
        LocalizedText("Secure coding is switched off.", ja: "セキュアコーディングが無効にされています。"))
    }
    for name in ["unarchivedObject", "decodeObject", "decodeTopLevelObject"] {
      for call in source.facts.calls(name) {
        guard let classes = call.argument("ofClasses") ?? call.argument("ofClass") ?? call.argument("of"),
          NameFlow.use(of: ["NSObject"], in: classes) != nil
        else { continue }
        report.add(
          Self.self, at: classes.utf8Range,
          LocalizedText("NSObject allows every class.", ja: "NSObject を指定すると、すべてのクラスが許可されます。"))
      }
    }
    for call in source.facts.calls("archivedData") {
      guard let secure = call.argument("requiringSecureCoding"),
        source.fold(secure, in: call.scope).boolean == false
      else { continue }
      report.add(
        Self.self, at: secure.utf8Range,
        LocalizedText(
          "What is archived without secure coding is read back without it.",
          ja: "セキュアコーディングなしで保存したものは、復元もセキュアコーディングなしになりがちです。"),
        severity: .low, confidence: .low)
    }
  }

  static let repair = LocalizedText(
    "Allows only the classes of the type that is asked for: unarchivedObject(ofClasses:from:).",
    ja: "求める型のクラスだけを許可する unarchivedObject(ofClasses:from:) に変更します。")

  /// Only where the result is cast to texts, numbers, data, dates or collections of them, whose classes are known.
  private static func fix(of call: Call) -> SourceFix? {
    guard call.name == "unarchiveTopLevelObjectWithData", call.labels == ["_"],
      let name = call.node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      let data = call.arguments.first?.value, let type = castType(of: call), let classes = classes(of: type)
    else { return nil }
    let list = Set(classes).sorted().map { "\($0).self" }.joined(separator: ", ")
    return SourceFix(
      repair,
      [
        WrittenValue.replacing(name, with: "unarchivedObject"),
        WrittenValue.adding("ofClasses: [\(list)], from: ", at: data.utf8Range.lowerBound),
      ])
  }

  /// The type in `call(…) as? Type`.
  private static func castType(of call: Call) -> TypeSyntax? {
    var node = Syntax(call.node)
    while let parent = node.parent, parent.is(TryExprSyntax.self) { node = parent }
    guard let elements = node.parent?.as(ExprListSyntax.self) else { return nil }
    let parts = Array(elements)
    guard let index = parts.firstIndex(where: { $0.id == node.id }), index + 2 < parts.count,
      parts[index + 1].is(UnresolvedAsExprSyntax.self)
    else { return nil }
    return parts[index + 2].as(TypeExprSyntax.self)?.type
  }

  /// The classes that an archive of `type` consists of; `nil` when one is not known.
  private static func classes(of type: TypeSyntax) -> [String]? {
    if let array = type.as(ArrayTypeSyntax.self) {
      return classes(of: array.element).map { ["NSArray"] + $0 }
    }
    if let dictionary = type.as(DictionaryTypeSyntax.self) {
      guard let keys = classes(of: dictionary.key), let values = classes(of: dictionary.value) else {
        return nil
      }
      return ["NSDictionary"] + keys + values
    }
    guard let name = type.as(IdentifierTypeSyntax.self), let known = archived[name.name.text] else {
      return nil
    }
    var result = [known]
    for argument in name.genericArgumentClause?.arguments ?? [] {
      guard case .type(let inner) = argument.argument, let more = classes(of: inner) else { return nil }
      result += more
    }
    return result
  }

  private static let archived = [
    "String": "NSString", "NSString": "NSString", "Int": "NSNumber", "Double": "NSNumber", "Bool": "NSNumber",
    "NSNumber": "NSNumber", "Data": "NSData", "NSData": "NSData", "Date": "NSDate", "NSDate": "NSDate",
    "URL": "NSURL", "UUID": "NSUUID", "Set": "NSSet", "Array": "NSArray", "Dictionary": "NSDictionary",
  ]

  /// Whether what is read was archived just before, the way views are copied.
  private static func copies(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let data = call.arguments.first?.value else { return false }
    let origins = source.origins(of: data, in: call.scope)
    return !origins.isEmpty
      && origins.allSatisfy { Call($0.expression, scope: $0.scope)?.name == "archivedData" }
  }

  private static let unsafeCalls: Set = [
    "unarchiveObject", "unarchiveTopLevelObjectWithData", "unarchiveTopLevelObject",
    "unarchiveObjectWithData",
    "unarchiveObjectWithFile",
  ]
}

extension InsecureDeserialization: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for index in source.uses(of: Set(Self.transformers), in: source.tokens.indices).prefix(
      ObjectiveCSource.closeLooks) where !source.isCompared(index) && !source.isMadeKnown(index)
    {
      let token = source.tokens[index]
      report.add(Self.self, at: token.range, Self.transformer(token.text))
    }
    guard source.names.contains("NSKeyedUnarchiver") else { return }
    for message in source.messages(
      "unarchiveObjectWithData:", "unarchiveObjectWithFile:", "unarchiveTopLevelObjectWithData:error:")
    where source.quote(message.receiver) == "NSKeyedUnarchiver" {
      guard !Self.copies(message, source), !source.isBundled(message.arguments[0], in: message.function)
      else {
        continue
      }
      let name = String(message.selector.prefix { $0 != ":" })
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "\(name) makes whatever class the archive names.", ja: "\(name) はアーカイブが指定する任意のクラスを生成します。"))
    }
    for message in source.messages("initForReadingWithData:")
    where source.quote(message.receiver).contains("NSKeyedUnarchiver") {
      guard !source.isBundled(message.arguments[0], in: message.function) else { continue }
      report.add(Self.self, at: source.bytes(of: message.tokens), Self.initialiser)
    }
    let assigned = source.assignments(to: "requiresSecureCoding").map {
      ($0.value, $0.target.lowerBound..<$0.value.upperBound, $0.function)
    }
    let sent = source.messages("setRequiresSecureCoding:").map { ($0.arguments[0], $0.tokens, $0.function) }
    for (value, place, function) in assigned + sent where source.value(value, in: function)?.integer == 0 {
      report.add(
        Self.self, at: source.bytes(of: place),
        LocalizedText("Secure coding is switched off.", ja: "セキュアコーディングが無効にされています。"))
    }
  }

  /// Whether what is read was archived just before, the way views are copied.
  private static func copies(_ message: MessageSend, _ source: ObjectiveCSource) -> Bool {
    func archives(_ range: Range<Int>) -> Bool {
      range.contains { source.tokens[$0].text.hasPrefix("archivedDataWithRootObject") }
    }
    let data = source.bare(message.arguments[0])
    if archives(data) { return true }
    guard data.count == 1, let name = data.first.map({ source.tokens[$0].text }),
      let value = source.values(of: name, in: message.function), value.count == 1
    else { return false }
    return archives(value.first.value)
  }
}
