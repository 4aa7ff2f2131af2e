import OmamoriCore
import OmamoriCryptoKit
package import OmamoriReport

/// What a project says about itself, where rules would otherwise go by what is so in most projects.
///
/// It is bound to the task that audits: names are judged in the depth of many rules.
package final class ProjectTerms: Sendable {
  /// What holds for the audit of this task.
  @TaskLocal package static var current = ProjectTerms()

  /// The words of names that mean something sensitive here, one or two in a text.
  package let words: [String: SensitiveLexicon.Meaning]
  /// The words that mean nothing here.
  package let harmlessWords: Set<String>
  /// Why secrets may be where they are, by their SHA-256 digests in hexadecimal.
  package let allowedSecrets: [String: String]
  /// Functions that give, take or clean values.
  let flow: FlowTerms
  /// The hosts of the makers of the app, in lower case.
  package let firstPartyHosts: [String]
  /// The oldest versions that the app is to support.
  package let floors: [MinimumSystem.Platform: String]
  /// Advisories besides those that come with the audit.
  package let advisories: [Advisory]

  /// Makes terms; without arguments nothing is special.
  package init(
    secretWords: [String] = [], personalWords: [String] = [], harmlessWords: [String] = [],
    flow: FlowSettings = FlowSettings(), allowedSecrets: [String: String] = [:],
    firstPartyHosts: [String] = [],
    floors: [MinimumSystem.Platform: String] = [:], advisories: [Advisory] = []
  ) {
    var words: [String: SensitiveLexicon.Meaning] = [:]
    for word in personalWords { words[Self.folded(word)] = .personal }
    for word in secretWords { words[Self.folded(word)] = .secret }
    self.words = words
    self.flow = FlowTerms(flow)
    self.harmlessWords = Set(harmlessWords.map(Self.folded))
    (self.allowedSecrets, self.firstPartyHosts) = (allowedSecrets, firstPartyHosts)
    (self.floors, self.advisories) = (floors, advisories)
  }

  private static func folded(_ word: String) -> String { Words.of(word).joined(separator: " ") }

  /// Whether names are judged by words of the project's own.
  var hasWords: Bool { !words.isEmpty || !harmlessWords.isEmpty }

  /// Whether `host` belongs to the makers of the app.
  func isFirstParty(_ host: String) -> Bool {
    firstPartyHosts.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// What a finding about `secrets` says when all of them are meant to be there.
  package func suppression(of secrets: [String]) -> Suppression? {
    guard !allowedSecrets.isEmpty, let first = secrets.first else { return nil }
    var reason: String?
    for secret in [first] + secrets.dropFirst() {
      guard let why = allowedSecrets[Self.digest(of: secret)] else { return nil }
      reason = reason ?? why
    }
    return reason.map { Suppression(kind: .external, reason: $0) }
  }

  private static func digest(of secret: String) -> String {
    SHA256.hash(data: Array(secret.utf8)).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  /// Writes down what single files are judged by.
  package func write(to writer: inout CacheWriter) {
    for meaning in [SensitiveLexicon.Meaning.secret, .personal] {
      writer.write(words.filter { $0.value == meaning }.keys.sorted())
    }
    writer.write(harmlessWords)
    writer.write(allowedSecrets.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    writer.write(firstPartyHosts)
    writer.write(flow.description)
  }
}
