import Foundation
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport

/// Chains that a Python program makes for these tests: good ones, and ones with one fault each.
struct ChainFixtures: Decodable {
  struct Case: Decodable {
    let anchors: [String]
    let chain: [String]
    let key: String
    let staples: [String: String]

    func presented() throws -> PresentedChain {
      try PresentedChain(
        unverifiedCertificates: chain.map { try Certificate(pemRepresentation: $0).derRepresentation })
    }

    func trusted() throws -> [Certificate] { try anchors.map { try Certificate(pemRepresentation: $0) } }
  }

  /// The time at which the good ones are good: the beginning of June 2026.
  static let moment = Date(timeIntervalSince1970: 1_780_272_000)

  /// Whether they can be made.
  static let arePossible = Python.has("cryptography.x509.ocsp")

  private static let made = Result {
    try JSONDecoder().decode([String: Case].self, from: Python.run("chains.py"))
  }

  static func named(_ name: String) throws -> Case {
    guard let found = try made.get()[name] else { throw Missing(name: name) }
    return found
  }

  struct Missing: Error {
    let name: String
  }
}
