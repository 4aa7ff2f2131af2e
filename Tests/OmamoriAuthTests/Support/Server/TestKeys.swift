import OmamoriCore

@testable import OmamoriAuth

/// Keys that are made once, since making one of RSA takes a while.
enum TestKeys {
  private static let made = Protected<[String: JSONWebKey]>([:])

  static func key(_ algorithm: SignatureAlgorithm, named name: String) throws -> JSONWebKey {
    if let key = made.withLock({ $0[name] }) { return key }
    let key = try JSONWebKey.generate(for: algorithm, identifier: name, rsaBitCount: 2048)
    return made.withLock { made in
      if let other = made[name] { return other }
      made[name] = key
      return key
    }
  }
}
