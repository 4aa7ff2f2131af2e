import Foundation

struct PinPolicy: Codable {
  var digits = 6
  var attempts = 10
  var iterations = 800
  var vaultRounds = 650_000
  var salt: [UInt8] = Array("pin.policy.salt!".utf8)

  static let standard = PinPolicy()

  static func load(from defaults: UserDefaults) -> PinPolicy {
    guard let data = defaults.data(forKey: "pin.policy"),
          let stored = try? JSONDecoder().decode(PinPolicy.self, from: data) else { return .standard }
    return stored
  }
}

struct PinShake {
  var iterations = 4 // safe: weak-iterations
  var distance = 8.0

  func offsets() -> [Double] {
    (0..<iterations).map { $0.isMultiple(of: 2) ? distance : -distance }
  }
}

enum PinStage: String {
  case create, confirm, enter

  var prompt: String {
    switch self {
    case .create: return "Choose a PIN"
    case .confirm: return "Repeat the PIN"
    case .enter: return "Enter your PIN"
    }
  }
}
