import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Methods of the system that are exchanged while the app runs.
struct MethodSwizzling: SwiftRule {
  static let metadata = RuleMetadata(
    id: "method-swizzling",
    title: LocalizedText("Methods exchanged at run time", ja: "実行時のメソッドの入れ替え"),
    why: LocalizedText(
      """
      What a method does can no longer be read from the code. Checks of the system can be lost, and an \
      attacker's hooks cannot be told from the app's own.
      """,
      ja: """
        メソッドの動作がコードから読み取れなくなります。システムの検証が失われることがあり、攻撃者のフッ\
        クとアプリ自身の入れ替えを区別できなくなります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Subclass, wrap or use a delegate; keep exchanges to test targets.",
        ja: """
          サブクラス化、ラップ、デリゲートで実現し、入れ替えはテストターゲットだけにとどめてください。
          """)),
    severity: .low, confidence: .medium, cwe: [693], owaspMobile2024: [.m8], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      bad: "method_exchangeImplementations(original, replacement)",
      good: "let session = LoggingSession(wrapping: .shared)"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let calls = Self.changes.flatMap { source.facts.calls($0) }.sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    var attempts: Set<Int> = []
    for call in calls {
      let function = source.facts.function(around: call.scope)?.range
      // After class_addMethod, replacing and exchanging are the two ways to do one thing.
      if let function,
        source.facts.calls("class_addMethod").contains(where: { function.contains($0.range.lowerBound) }),
        !attempts.insert(function.lowerBound).inserted
      {
        continue
      }
      report.add(
        Self.self, at: call.range, Self.message(call.name),
        severity: Self.changedClass(call, function, source).map(Self.isAppearance) == true ? .info : nil)
    }
  }

  private static let changes = [
    "method_exchangeImplementations", "method_setImplementation", "class_replaceMethod",
  ]

  private static func message(_ name: String) -> LocalizedText {
    LocalizedText(
      "\(name) changes what a method does while the app runs.", ja: "\(name) は実行中にメソッドの動作を変更します。")
  }

  /// The class whose method is changed: the one that the function looks methods up in, `UIView.self`.
  private static func changedClass(_ call: Call, _ function: Range<Int>?, _ source: SwiftSource) -> String? {
    let lookups = ["class_getInstanceMethod", "class_getClassMethod"].flatMap { source.facts.calls($0) }
      .filter { lookup in
        function?.contains(lookup.range.lowerBound) ?? source.facts.isWithin(call.scope, lookup.scope)
      }
    let types = (lookups + [call]).compactMap { lookup in
      lookup.arguments.first?.value.as(MemberAccessExprSyntax.self).flatMap { member in
        member.declName.baseName.text == "self"
          ? member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text : nil
      }
    }
    return Set(types).count == 1 ? types.first : nil
  }

  /// Whether a class of the system only shows or arranges something; fields and windows see what people type.
  private static func isAppearance(_ name: String) -> Bool {
    guard name.hasPrefix("UI") || name.hasPrefix("NS") else { return false }
    return appearances.contains(where: name.hasSuffix)
  }

  private static let appearances = [
    "Bar", "BarItem", "BarManager", "Button", "Cell", "Color", "Font", "HostingController", "Image",
    "ImageView",
    "Label", "Menu", "MenuItem", "NavigationController", "ScrollView", "SplitViewController", "StackView",
    "TabBarController", "TableView", "CollectionView", "View", "ViewController",
  ]
}

extension MethodSwizzling: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context != .test else { return }
    let additions = Set(source.calls("class_addMethod").compactMap(\.function))
    var attempts: Set<Int> = []
    let calls = source.calls(
      "method_exchangeImplementations", "method_setImplementation", "class_replaceMethod"
    )
    .sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    for call in calls.prefix(ObjectiveCSource.closeLooks) {
      if let function = call.function, additions.contains(function), !attempts.insert(function).inserted {
        continue
      }
      let changed = call.arguments.first.flatMap { Self.changedClass($0, call.function, source, 0) }
      report.add(
        Self.self, at: source.bytes(of: call.tokens),
        Self.message(call.name),
        severity: changed.map(Self.isAppearance) == true ? .info : nil,
        confidence: changed.map(Self.guardsNothing) == true ? .low : nil)
    }
  }

  /// The class whose method `range` is, or that it is itself; `nil` when it is not known.
  private static func changedClass(
    _ range: Range<Int>, _ function: Int?, _ source: ObjectiveCSource, _ depth: Int
  ) -> String? {
    let range = source.bare(range)
    guard depth < 6, let first = range.first, let function else { return nil }
    if let message = source.message(at: range), message.selector == "class" {
      let receiver = source.tokens[message.receiver.lowerBound]
      return receiver.isName("self") ? source.functions[function].className : receiver.text
    }
    if let call = call(at: range, source), let argument = call.arguments.first {
      switch call.name {
      case "class_getInstanceMethod", "class_getClassMethod", "object_getClass":
        return changedClass(argument, function, source, depth + 1)
      case "objc_getClass", "NSClassFromString", "objc_lookUpClass":
        return source.value(argument, in: function)?.string
      default: return nil
      }
    }
    guard range.count == 1, source.tokens[first].kind == .identifier else { return nil }
    if source.tokens[first].text == "self" { return source.functions[function].className }
    guard let (given, count) = source.values(of: source.tokens[first].text, in: function), count == 1 else {
      return nil
    }
    return changedClass(given.value, function, source, depth + 1)
  }

  private static func call(at range: Range<Int>, _ source: ObjectiveCSource) -> CCall? {
    source.calls(
      "class_getInstanceMethod", "class_getClassMethod", "object_getClass", "objc_getClass",
      "NSClassFromString",
      "objc_lookUpClass"
    )
    .first { $0.tokens == range }
  }

  /// Whether a class of the system neither talks to others nor shows or protects anything.
  private static func guardsNothing(_ name: String) -> Bool {
    guard name.hasPrefix("NS") else { return false }
    return harmless.contains { name == $0 || name == "NSMutable" + $0.dropFirst(2) }
  }

  private static let harmless = [
    "NSObject", "NSBundle", "NSString", "NSAttributedString", "NSArray", "NSDictionary", "NSSet", "NSNumber",
    "NSNull", "NSDate", "NSTimer", "NSLocale", "NSThread", "NSException", "NSProxy", "NSValue",
    "NSUndoManager",
  ]
}
