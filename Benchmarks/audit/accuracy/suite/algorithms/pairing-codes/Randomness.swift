import Foundation
import Security

enum Randomness {
  static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: mrand48()) } // weak: weak-random file
  }

  static func jitter(upTo limit: TimeInterval) -> TimeInterval {
    drand48() * limit // safe: weak-random
  }

  @discardableResult
  static func fill(_ buffer: inout [UInt8]) -> OSStatus {
    SecRandomCopyBytes(kSecRandomDefault, buffer.count, &buffer)
  }
}
