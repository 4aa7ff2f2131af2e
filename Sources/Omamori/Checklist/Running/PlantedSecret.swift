import OmamoriAuditLog

/// Texts that look like secrets and open nothing: their content is random and made anew each time.
enum PlantedSecret {
  /// A text that nobody should take for a secret.
  static let harmless = "session 42 ended after 1200 ms"

  /// A text of a shape.
  static func sample(of shape: SecretShape) -> String {
    switch shape {
    case .token: "eyJ" + letters(20) + "." + letters(24) + "." + letters(32)
    case .cardNumber: cardNumber()
    case .bearer: "Bearer " + letters(32)
    case .privateKey: pem(letters(64))
    case .accessKey: "AKIA" + letters(16).uppercased()
    case .email: letters(8).lowercased() + "@example.com"
    }
  }

  private static func letters(_ count: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String((0..<count).compactMap { _ in alphabet.randomElement() })
  }

  private static func pem(_ content: String) -> String {
    let label = ["PRIVATE", "KEY"].joined(separator: " ")
    return "-----BEGIN \(label)-----\n\(content)\n-----END \(label)-----"
  }

  /// Sixteen digits with a check digit (ISO/IEC 7812-1).
  private static func cardNumber() -> String {
    let digits = [4] + (0..<14).map { _ in Int.random(in: 0...9) }
    var sum = 0
    for (place, digit) in digits.enumerated() {
      let value = place % 2 == 0 ? digit * 2 : digit
      sum += value > 9 ? value - 9 : value
    }
    return (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
  }
}
