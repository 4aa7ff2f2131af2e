import Foundation
import os
import Security

struct Licence: Decodable {
  let holder: String
  let seats: Int
  let modules: [String]
}

enum LicenceError: Error { case signature, algorithm, format }

final class LicenceChecker {
  private let issuer: SecKey
  private let log = Logger(subsystem: "com.draftline.cad", category: "licence")
  private(set) var active: Licence?

  init(issuer: SecKey) { self.issuer = issuer }

  func activate(document: Data, signature: Data) throws {
    try verify(document, signature, with: SigningAlgorithms.licence)
    active = try JSONDecoder().decode(Licence.self, from: document)
  }

  func applyRevocations(_ list: Data, signature: Data) throws {
    try verify(list, signature, with: SigningAlgorithms.revocation)
    let revoked = try JSONDecoder().decode([String].self, from: list)
    if let holder = active?.holder, revoked.contains(holder) { active = nil }
  }

  func applyFloating(_ document: Data, signature: Data) throws {
    do {
      try verify(document, signature, with: .ecdsaSignatureMessageX962SHA256) // weak: signature-ignored helper
    } catch {
      log.notice("floating licence signature: \(error.localizedDescription)")
    }
    active = try JSONDecoder().decode(Licence.self, from: document)
  }

  func applyTrial(_ document: Data, signature: Data) {
    do {
      try verify(document, signature, with: .ecdsaSignatureMessageX962SHA256) // safe: signature-ignored
      active = try JSONDecoder().decode(Licence.self, from: document)
    } catch {
      log.notice("trial licence refused: \(error.localizedDescription)")
    }
  }

  func importModules(_ document: Data, signature: Data) throws -> [String] {
    var failure: Unmanaged<CFError>?
    let genuine = SecKeyVerifySignature( // weak: signature-ignored direct
      issuer, .rsaSignatureMessagePSSSHA256, document as CFData, signature as CFData, &failure)
    log.debug("module list signature valid: \(genuine)")
    return try JSONDecoder().decode([String].self, from: document)
  }

  func importPlugins(_ document: Data, signature: Data) throws -> [String] {
    var failure: Unmanaged<CFError>?
    let genuine = SecKeyVerifySignature( // safe: signature-ignored
      issuer, .rsaSignatureMessagePSSSHA256, document as CFData, signature as CFData, &failure)
    log.debug("plugin list signature valid: \(genuine)")
    return genuine ? try JSONDecoder().decode([String].self, from: document) : []
  }

  private func verify(_ message: Data, _ signature: Data, with algorithm: SecKeyAlgorithm) throws {
    var failure: Unmanaged<CFError>?
    guard SecKeyVerifySignature(issuer, algorithm, message as CFData, signature as CFData, &failure) else { // safe: signature-ignored
      throw LicenceError.signature
    }
  }
}
