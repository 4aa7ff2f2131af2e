import CryptoKit
import Foundation
import SwiftyBeaver
import UIKit

let log = SwiftyBeaver.self

enum WalletError: Error {
  case wordCount(Int), locked
}

final class WalletSession {
  private var signingKey: P256.Signing.PrivateKey?
  private let pasteboard = UIPasteboard.general
  private let derive: ([String]) throws -> Data
  var onTrace: (String) -> Void = { log.verbose($0) }

  init(derive: @escaping ([String]) throws -> Data) {
    self.derive = derive
  }

  func importPhrase(_ input: String) throws {
    let seedWords = input.lowercased().split(separator: " ").map(String.init)
    guard seedWords.count == 12 || seedWords.count == 24 else {
      log.warning("phrase has \(seedWords.count) words") // safe: log
      throw WalletError.wordCount(seedWords.count)
    }
    onTrace("importing \(seedWords.joined(separator: " "))") // weak: log helper
    let privKey = try derive(seedWords)
    log.debug("derived key \(privKey.base64EncodedString())") // weak: log direct
    signingKey = try P256.Signing.PrivateKey(rawRepresentation: privKey)
    log.info("wallet ready, unlocked: \(signingKey != nil)")
  }

  func exportKey() throws {
    let pem = try pemText()
    pasteboard.setValue(pem, forPasteboardType: "public.utf8-plain-text") // weak: pasteboard helper
  }

  func exportPublicKey() throws {
    guard let key = signingKey else { throw WalletError.locked }
    pasteboard.setValue(key.publicKey.pemRepresentation, forPasteboardType: "public.utf8-plain-text") // safe: pasteboard
  }

  private func pemText() throws -> String {
    guard let key = signingKey else { throw WalletError.locked }
    return key.pemRepresentation
  }
}
