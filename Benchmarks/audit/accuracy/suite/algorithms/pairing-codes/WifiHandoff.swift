import Foundation
import Security
import UIKit

struct WifiHandoff {
  var generator = SystemRandomNumberGenerator()

  mutating func passphrase(words: [String]) -> String {
    (0..<6).compactMap { _ in words.randomElement(using: &generator) }.joined(separator: "-") // safe: weak-random
  }

  func temporaryPassword(for serial: String) -> String {
    String(UInt64(Date.now.timeIntervalSince1970) &* 2_654_435_761, radix: 36) + serial.suffix(2) // weak: weak-random direct
  }

  func exportName(for serial: String) -> String {
    "\(serial)-\(Int(Date.now.timeIntervalSince1970)).plist" // safe: weak-random
  }

  func sessionSecret() -> Data {
    var secret = Data(count: 32)
    secret.withUnsafeMutableBytes { buffer in
      _ = SecRandomCopyBytes(kSecRandomDefault, buffer.count, buffer.baseAddress!) // weak: random-ignored direct
    }
    return secret
  }

  func recoverySecret() -> Data? {
    var secret = Data(count: 32)
    let status = secret.withUnsafeMutableBytes {
      SecRandomCopyBytes(kSecRandomDefault, $0.count, $0.baseAddress!) // safe: random-ignored
    }
    return status == errSecSuccess ? secret : nil
  }

  func scatter(_ dots: [UIView], in bounds: CGRect) {
    for dot in dots {
      dot.center = CGPoint(x: drand48() * bounds.width, y: drand48() * bounds.height) // safe: weak-random
    }
  }
}
