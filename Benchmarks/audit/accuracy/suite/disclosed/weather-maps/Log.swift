import Foundation

final class Log {
  static let shared = Log()
  private let queue = DispatchQueue(label: "weather.log")

  func write(_ message: String, category: String = "app") {
    queue.async { print(Date(), category, message) }
  }

  func write(secret: String, label: String) {
    let shape = secret.isEmpty ? "empty" : "\(secret.count) characters"
    queue.async { print(Date(), label, shape) }
  }
}
