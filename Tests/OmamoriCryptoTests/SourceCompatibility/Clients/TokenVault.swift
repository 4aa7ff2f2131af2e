import Foundation
import OmamoriCrypto

/// The tokens of a session, encrypted at rest and bound to their account.
struct TokenVault: Sendable {
  struct Tokens: Codable, Equatable, Sendable {
    var access: String
    var refresh: String?
    var expires: Date
  }

  /// What stands on the disk.
  struct Record: Codable, Sendable {
    var version = 1
    var sealed: Data
  }

  enum Failure: Error, Equatable { case unknownVersion(Int), unsealable }

  let key: SymmetricKey

  func record(of tokens: Tokens, account: String) throws -> Data {
    let plaintext = try JSONEncoder().encode(tokens)
    guard let sealed = try AES.GCM.seal(plaintext, using: key, authenticating: context(account)).combined
    else { throw Failure.unsealable }
    return try JSONEncoder().encode(Record(sealed: sealed))
  }

  func tokens(in record: Data, account: String) throws -> Tokens {
    let record = try JSONDecoder().decode(Record.self, from: record)
    guard record.version == 1 else { throw Failure.unknownVersion(record.version) }
    let box = try AES.GCM.SealedBox(combined: record.sealed)
    let plaintext = try AES.GCM.open(box, using: key, authenticating: context(account))
    return try JSONDecoder().decode(Tokens.self, from: plaintext)
  }

  private func context(_ account: String) -> Data { Data("tokens/1/\(account)".utf8) }
}
