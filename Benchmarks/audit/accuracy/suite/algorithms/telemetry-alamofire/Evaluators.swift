import Alamofire
import Foundation
import os
import Security

struct FleetTrustEvaluator: ServerTrustEvaluating {
  private static let log = Logger(subsystem: "com.haulier.fleet", category: "tls")

  func evaluate(_ trust: SecTrust, forHost host: String) throws { // weak: tls-trust direct
    Self.log.debug("connecting to \(host)")
  }
}

struct DepotTrustEvaluator: ServerTrustEvaluating {
  let anchors: [SecCertificate]

  func evaluate(_ trust: SecTrust, forHost host: String) throws {
    let policy = SecPolicyCreateSSL(true, host as CFString)
    let prepared = [SecTrustSetPolicies(trust, policy), SecTrustSetAnchorCertificates(trust, anchors as CFArray)]
    let ready = prepared.allSatisfy { $0 == errSecSuccess }
    if !ready || !SecTrustEvaluateWithError(trust, nil) { // safe: tls-trust
      throw AFError.serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: host))
    }
  }
}

enum EvaluatorFactory {
  static func staging() -> any ServerTrustEvaluating {
    DisabledTrustEvaluator() // weak: tls-trust file
  }

  static func production() -> any ServerTrustEvaluating {
    PublicKeysTrustEvaluator(performDefaultValidation: true, validateHost: true) // safe: tls-trust
  }
}
