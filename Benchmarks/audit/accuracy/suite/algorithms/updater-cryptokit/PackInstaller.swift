import CryptoKit
import Foundation
import os

struct PackManifest: Decodable {
  let version: Int
  let tag: String
  let archiveURL: URL
  let archiveDigest: String
  let signature: Data
}

enum InstallError: Error { case damaged, unsigned, incompatible }

final class PackInstaller {
  private let session: URLSession
  private let publisherKey: Curve25519.Signing.PublicKey
  private let gate: SignatureGate
  private let log = Logger(subsystem: "com.fernroute.maps", category: "packs")

  init(session: URLSession, publisherKey: Curve25519.Signing.PublicKey, gate: SignatureGate) {
    self.session = session
    self.publisherKey = publisherKey
    self.gate = gate
  }

  func installIndex(_ manifest: PackManifest) async throws {
    let (index, _) = try await session.data(from: manifest.archiveURL)
    guard index.contentTag == manifest.tag else { throw InstallError.damaged }
    try index.write(to: Self.directory.appendingPathComponent("index.bin"), options: .atomic)
  }

  func installStyles(_ manifest: PackManifest) async throws {
    let (file, _) = try await session.download(from: manifest.archiveURL)
    let digest = try checksum(of: file, using: Insecure.SHA1.self) // weak: weak-hash file
    guard digest == manifest.archiveDigest else { throw InstallError.damaged }
    let target = Self.directory.appendingPathComponent("styles.pack")
    _ = try FileManager.default.replaceItemAt(target, withItemAt: file)
  }

  func installTiles(_ archive: Data, manifest: PackManifest) throws {
    let authentic = publisherKey.isValidSignature(manifest.signature, for: archive) // weak: signature-ignored direct
    log.info("tiles v\(manifest.version), publisher signature \(authentic ? "ok" : "mismatch")")
    try archive.write(to: Self.directory.appendingPathComponent("tiles.pack"), options: .atomic)
  }

  func installRoads(_ archive: Data, manifest: PackManifest) throws {
    guard publisherKey.isValidSignature(manifest.signature, for: archive) else { // safe: signature-ignored
      log.error("roads v\(manifest.version) rejected")
      throw InstallError.unsigned
    }
    try archive.write(to: Self.directory.appendingPathComponent("roads.pack"), options: .atomic)
  }

  func applyRouting(_ rules: Data, signature: Data) throws {
    gate.check(rules, signature: signature) // weak: signature-ignored file
    let table = try JSONDecoder().decode([String: Double].self, from: rules)
    RoutingTable.shared.weights = table
  }

  func applySpeedLimits(_ rules: Data, signature: Data) throws {
    let accepted = gate.check(rules, signature: signature) // safe: signature-ignored
    if !accepted { throw InstallError.unsigned }
    RoutingTable.shared.limits = try JSONDecoder().decode([String: Int].self, from: rules)
  }

  private static let directory = URL.applicationSupportDirectory
}

final class RoutingTable {
  static let shared = RoutingTable()
  var weights: [String: Double] = [:]
  var limits: [String: Int] = [:]
}
