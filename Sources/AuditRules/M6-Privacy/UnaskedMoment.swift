import AuditEngine
import SwiftSyntax

/// Moments at which code runs without the user having done anything: launch, appearance, timers.
enum UnaskedMoment {
  /// The name of the moment at which `node` runs, or `nil` when an action of the user may be behind it.
  ///
  /// A function that only such moments of the same file call is one of them.
  static func around(_ node: Syntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    if let name = closure(around: node, source) { return name }
    guard let function = source.facts.function(around: scope) else { return nil }
    if isAnswer(node) { return nil }
    if isMoment(function, source) { return function.name }
    let calls = source.calls(of: function)
    guard !calls.isEmpty else { return selector(function, source) }
    var found: String?
    for call in calls {
      guard let moment = closure(around: Syntax(call.node), source) ?? caller(call, source) else {
        return nil
      }
      found = found ?? moment
    }
    return found
  }

  private static func caller(_ call: Call, _ source: SwiftSource) -> String? {
    guard !isAnswer(Syntax(call.node)), let function = source.facts.function(around: call.scope) else {
      return nil
    }
    return isMoment(function, source) ? function.name : nil
  }

  private static func isMoment(_ function: Function, _ source: SwiftSource) -> Bool {
    if methods.contains(function.name) { return true }
    return function.name == "application"
      && function.parameters?.contains { $0.firstName.text == "didFinishLaunchingWithOptions" } == true
  }

  /// The modifier or timer whose closure is around `node`: `onAppear`, `Timer.scheduledTimer`.
  private static func closure(around node: Syntax, _ source: SwiftSource) -> String? {
    var current = node
    for _ in 0..<48 {
      guard let parent = current.parent else { return nil }
      if parent.is(FunctionDeclSyntax.self) { return nil }
      if let closure = parent.as(ClosureExprSyntax.self),
        let node = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
        let call = Call(node, scope: .file),
        node.calledExpression.utf8Range.upperBound <= closure.utf8Range.lowerBound
      {
        if isButton(call.name) { return nil }
        if modifiers.contains(call.name) { return call.name }
        let text = call.arguments.map(\.value.trimmedDescription).joined()
        if ["onChange", "onReceive", "addObserver", "notifications", "sink"].contains(call.name),
          text.contains("scenePhase") || text.contains("didBecomeActive")
            || text.contains("willEnterForeground")
            || text.contains("didFinishLaunching")
        {
          return call.name
        }
      }
      current = parent
    }
    return nil
  }

  /// Whether `node` stands in a closure that an action of the user may run.
  private static func isAnswer(_ node: Syntax) -> Bool {
    guard let closure = node.ancestor(ClosureExprSyntax.self, within: 48),
      let call = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
      let name = NamePath.last(of: call.calledExpression)
    else { return false }
    return isButton(name)
  }

  /// `UIAlertAction` and an app's own `AccessibleAction` or `PasteButton` run what they are given when touched.
  private static func isButton(_ name: String) -> Bool {
    buttons.contains(name)
      || name.first?.isUppercase == true && ["action", "button"].contains(Words.of(name).last ?? "")
  }

  /// The observer or timer that is given `function` as a selector.
  private static func selector(_ function: Function, _ source: SwiftSource) -> String? {
    for reference in source.facts.references[function.name] ?? [] {
      guard let macro = reference.node.ancestor(MacroExpansionExprSyntax.self, within: 6),
        macro.macroName.text == "selector",
        let node = macro.ancestor(FunctionCallExprSyntax.self, within: 4), let call = Call(node, scope: .file)
      else { continue }
      if call.name == "scheduledTimer" { return call.name }
      let text = call.arguments.map(\.value.trimmedDescription).joined()
      if call.name == "addObserver", text.contains("BecomeActive") || text.contains("EnterForeground") {
        return call.name
      }
    }
    return nil
  }

  private static let methods: Set = [
    "applicationDidBecomeActive", "applicationWillEnterForeground", "sceneDidBecomeActive",
    "sceneWillEnterForeground", "applicationDidFinishLaunching", "viewDidLoad", "viewWillAppear",
    "viewDidAppear",
    "awakeFromNib", "loadView",
  ]
  private static let modifiers: Set = ["onAppear", "task", "scheduledTimer"]
  private static let buttons: Set = [
    "Button", "UIAction", "onTapGesture", "UIAlertAction", "PasteButton", "addAction", "contextMenu",
    "swipeActions",
    "UIContextualAction", "Menu", "refreshable", "toolbar", "onSubmit", "onPasteCommand",
  ]
}
