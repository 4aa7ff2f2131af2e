import AuditEngine
import OmamoriReport
import SwiftSyntax

/// What a digest is for, as far as the names around it and around the calls of its helper tell.
enum DigestPurpose: Equatable {
  /// Something that an attacker must not be able to forge or to undo.
  case security
  /// A short name, or a way to see that something changed.
  case naming(Seen)
  /// Nothing tells; `true` inside a helper such as `var md5: String`, whose callers would have to tell.
  case unknown(inHelper: Bool)

  /// Where the names are that tell.
  enum Seen {
    case beside
    case seenInCallers
  }

  /// How sure it is that a broken hash does harm.
  var confidence: Confidence {
    switch self {
    case .security: .high
    case .unknown(inHelper: false): .medium
    case .naming, .unknown: .low
    }
  }

  /// What the digest that `call` computes is for.
  static func of(_ call: Call, _ source: SwiftSource) -> DigestPurpose {
    let here = NamedUse.use(at: call.node, call.scope, source.facts)
    guard let helper = here.function, AskedNames.isDigest(helper) else {
      let words = here.words.union(CryptoNames.words(around: call.node, in: call.scope, source))
      if !words.isDisjoint(with: securityWords) { return .security }
      return words.isDisjoint(with: namingWords) ? .unknown(inHelper: false) : .naming(.beside)
    }
    let uses = callers(of: helper, source)
    if uses.contains(where: { !$0.words.isDisjoint(with: securityWords) }) { return .security }
    let isNaming = !uses.isEmpty && uses.allSatisfy { !$0.words.isDisjoint(with: namingWords) }
    return isNaming ? .naming(.seenInCallers) : .unknown(inHelper: true)
  }

  /// The uses of `helper` outside of such helpers, through which they are followed.
  private static func callers(of helper: String, _ source: SwiftSource) -> [NamedUse] {
    var (known, waiting, uses) = (Set([helper]), [helper], [NamedUse]())
    while let name = waiting.popLast(), known.count < 8 {
      for use in source.uses(of: name) {
        if let function = use.function, AskedNames.isDigest(function) {
          if known.insert(function).inserted { waiting.append(function) }
        } else {
          uses.append(use)
        }
      }
    }
    return uses
  }

  private static let securityWords: Set = [
    "signature", "signatures", "sign", "signed", "signing", "verify", "verified", "verification", "password",
    "passwd", "passcode", "passphrase", "pin", "token", "secret", "integrity", "certificate", "credential",
    "credentials", "auth", "authentication", "authorization", "login", "hmac", "nonce", "license", "licence",
    "receipt", "encrypt", "encrypted", "encryption", "decrypt", "cipher", "tamper", "tampered", "pinning",
    "trust", "trusted", "signer",
  ]
  private static let namingWords: Set = [
    "cache", "caches", "cached", "caching", "etag", "thumbnail", "thumbnails", "filename", "file", "files",
    "path", "directory", "folder", "dedupe", "duplicate", "duplicates", "identicon", "bucket", "logging",
    "image", "images", "avatar", "icon", "icons", "id", "ids", "identifier", "identifiers", "unique", "uuid",
    "name", "names", "record", "records", "changed", "change", "changes", "unchanged", "modified", "hashable",
    "color", "colour", "index", "gravatar", "etags", "key", "keys",
  ]
}
