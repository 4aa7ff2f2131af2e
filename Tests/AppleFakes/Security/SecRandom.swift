// Compared with SecRandom.h of Security-61901.0.87.0.1.
/// See <https://developer.apple.com/documentation/security/secrandomref>.
public struct SecRandomRef: Sendable {}

/// See <https://developer.apple.com/documentation/security/ksecrandomdefault>.
public var kSecRandomDefault: SecRandomRef? { nil }

/// See <https://developer.apple.com/documentation/security/secrandomcopybytes(_:_:_:)>.
///
/// The bytes are random: they come from the system's generator.
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32
{
  var generator = SystemRandomNumberGenerator()
  for offset in 0..<count {
    // because the caller promises `count` writable bytes
    unsafe bytes.storeBytes(
      of: UInt8.random(in: 0...255, using: &generator),
      toByteOffset: offset,
      as: UInt8.self
    )
  }
  return errSecSuccess
}
