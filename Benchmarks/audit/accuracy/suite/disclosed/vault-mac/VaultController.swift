import Foundation
import Logging

enum VaultFailure: Error {
  case wrongPassword, corrupt
}

actor VaultController {
  private var logger = Logger(label: "example.vault")
  private let policy = PasswordPolicy()
  private var entries: [VaultEntry] = []
  private let open: (String) throws -> [VaultEntry]

  init(vaultId: UUID, open: @escaping (String) throws -> [VaultEntry]) {
    self.open = open
    logger[metadataKey: "vault"] = "\(vaultId)" // safe: log
  }

  func unlock(masterPassword: String) throws {
    logger.debug("unlocking, policy: \(policy)") // safe: log
    do {
      entries = try open(masterPassword)
    } catch {
      logger.warning("unlock failed", metadata: ["given": "\(masterPassword)", "error": "\(error)"]) // weak: log direct
      throw VaultFailure.wrongPassword
    }
  }

  func audit() {
    for entry in entries where entry.strength < 2 {
      logger.notice("short entry: \(entry.dumpText())") // weak: log file
      logger.notice("short entry", metadata: ["id": "\(entry.id)", "strength": "\(entry.strength)"]) // safe: log
    }
  }

  func generate(length: Int) -> String {
    let alphabet = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789")
    var generator = SystemRandomNumberGenerator()
    let password = String((0..<max(length, policy.minLength)).map { _ in alphabet.randomElement(using: &generator)! })
    let report: (String) -> Void = { [logger] text in logger.info("generator: \(text)") }
    report(password) // weak: log helper
    return password
  }
}
