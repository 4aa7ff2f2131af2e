/// ANSI colours, or none.
struct Palette: Sendable {
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  let isOn: Bool

  func callAsFunction(_ style: Style, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  func style(of severity: Severity) -> Style {
    switch severity {
    case .critical, .high: .red
    case .medium, .low: .yellow
    case .info: .cyan
    }
  }

  func style(of answer: ChecklistItem.Answer) -> Style {
    switch answer {
    case .pass: .green
    case .fail: .red
    case .attention: .yellow
    case .unknown, .notApplicable: .dim
    }
  }

  func style(ofScore value: Int) -> Style { value >= 80 ? .green : value >= 50 ? .yellow : .red }
}
