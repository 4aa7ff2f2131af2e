import SwiftUI

struct UnitFormula: Decodable {
  let name: String
  let formula: String
}

@MainActor
final class ConverterModel: ObservableObject {
  @Published var formula = ""
  @Published var amount = ""
  @Published private(set) var output = ""
  private let builtIn = ["double": "2 * x", "square": "x * x", "tip": "x * 1.15"]
  private var remote: [String: UnitFormula] = [:]

  func evaluate() {
    let expression = NSExpression(format: formula) // weak: predicate helper
    output = "\(expression.expressionValue(with: nil, context: nil) ?? "")"
  }

  func sum(with other: String) {
    guard let left = Double(amount), let right = Double(other) else { return }
    let expression = NSExpression(format: "\(left) + \(right)") // safe: predicate
    show(expression, x: 0)
  }

  func rate(_ factor: NSNumber) {
    let base = NSNumber(value: Double(amount) ?? 0)
    show(NSExpression(format: "%@ * %@ / 100", argumentArray: [base, factor]), x: 0) // safe: predicate
  }

  func apply(_ name: String) {
    if let own = builtIn[name] {
      show(NSExpression(format: own), x: Double(amount) ?? 0) // safe: predicate
    } else if let downloaded = remote[name] {
      show(NSExpression(format: "(" + downloaded.formula + ")"), x: Double(amount) ?? 0) // weak: predicate helper
    }
  }

  func download() async throws {
    let (data, _) = try await URLSession.shared.data(from: URL(string: "https://units.example.org/formulas.json")!)
    let formulas = try JSONDecoder().decode([UnitFormula].self, from: data)
    remote = Dictionary(formulas.map { ($0.name, $0) }) { first, _ in first }
  }

  private func show(_ expression: NSExpression, x: Double) {
    let value = expression.expressionValue(with: ["x": x], context: nil) as? NSNumber
    output = value?.stringValue ?? "-"
  }
}

struct ConverterView: View {
  @StateObject private var model = ConverterModel()
  @State private var other = ""

  var body: some View {
    Form {
      TextField("Formula", text: $model.formula).onSubmit(model.evaluate)
      TextField("Amount", text: $model.amount)
      TextField("Add", text: $other).onSubmit { model.sum(with: other) }
      Button("Tip") { model.apply("tip") }
      Button("VAT") { model.rate(25) }
      Text(model.output)
    }
    .onOpenURL { url in model.apply(url.lastPathComponent) }
    .task { try? await model.download() }
  }
}
