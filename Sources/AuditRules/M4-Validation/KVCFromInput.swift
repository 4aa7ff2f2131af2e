import AuditEngine
import OmamoriCore
import OmamoriReport

/// A class, selector or property whose name comes from outside.
struct KVCFromInput: SwiftRule {
  static let metadata = RuleMetadata(
    id: "kvc-from-input",
    title: LocalizedText("Class or property named by input", ja: "外部入力によるクラス名・プロパティ名の指定"),
    why: LocalizedText(
      """
      Whoever chooses the name of the class, selector or key path has the app make, call or change objects \
      of its own that were never meant to be reached.
      """,
      ja: """
        クラス、セレクター、キーパスの名前を外部から選べると、本来触れられないはずのアプリ内部のオブジェクトを\
        生成、呼び出し、変更されるおそれがあります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Map the input to a closed enum and choose the class or property in a switch.",
        ja: "入力を限定された enum に対応付け、switch でクラスやプロパティを選んでください。")),
    severity: .medium, confidence: .medium, cwe: [470], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func body(_ view: AnyView) -> some View {
          view.onOpenURL { url in
            let screen = NSClassFromString(url.lastPathComponent) as? UIViewController.Type
            show(screen)
          }
        }
        """,
      good: """
        func body(_ view: AnyView) -> some View {
          view.onOpenURL { url in show(Screen(rawValue: url.lastPathComponent)) }
        }
        """))

  static let triggers = table.names

  private static let table = SinkTable(
    .outside,
    [
      SinkTable.Sink("NSClassFromString", .position(0)), SinkTable.Sink("NSSelectorFromString", .position(0)),
      SinkTable.Sink("Selector", .position(0)), SinkTable.Sink("setValue", .label("forKeyPath")),
      SinkTable.Sink("value", .label("forKeyPath")), SinkTable.Sink("objc_getClass", .position(0)),
      SinkTable.Sink("setValuesForKeys", .position(0)), SinkTable.Sink("NSExpression", .label("forKeyPath")),
    ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for arrival in source.arrivals(at: Self.table)
    where !source.fold(arrival.argument, in: arrival.call.scope).isConstant {
      report.add(
        Self.self, at: arrival.argument.utf8Range,
        LocalizedText(
          "\(arrival.value.name) comes from outside and names what \(arrival.call.name) reaches.",
          ja: "外部からの値 \(arrival.value.name) が、\(arrival.call.name) の対象を決めています。"),
        confidence: min(arrival.value.confidence, .medium), flow: arrival.value.steps)
    }
  }
}
