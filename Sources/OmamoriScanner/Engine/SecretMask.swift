import OmamoriReport

/// Hides secret values in what a report quotes: a report ends up in tickets, mails and build logs.
package enum SecretMask {
  /// The part of a secret that may be shown: its beginning, four characters and a quarter of it at the most.
  package static func masked(_ secret: String) -> String {
    String(secret.prefix(min(4, secret.count / 4))) + "…"
  }

  /// The finding with every one of `secrets` masked in its snippet.
  static func apply(_ secrets: Set<String>, to finding: Finding) -> Finding {
    Finding(
      rule: finding.rule, severity: finding.severity, confidence: finding.confidence, file: finding.file,
      region: finding.region, message: finding.message, snippet: apply(secrets, to: finding.snippet),
      context: finding.context, flow: finding.flow, related: finding.related,
      suppression: finding.suppression)
  }

  private static func apply(_ secrets: Set<String>, to text: String) -> String {
    var text = text
    // Longest first: a secret may contain another one.
    for secret in secrets.sorted(by: { ($0.count, $0) > ($1.count, $1) }) {
      for line in secret.split(whereSeparator: \.isNewline) where line.count >= 3 {
        text = text.replacing(String(line), with: masked(String(line)))
        // A snippet may have been cut in the middle of the secret.
        if text.hasSuffix("…") { text = masking(tail: String(line), of: text) }
      }
    }
    return text
  }

  private static func masking(tail secret: String, of text: String) -> String {
    let body = text.dropLast()
    for length in stride(from: min(secret.count, body.count), through: 8, by: -1)
    where body.hasSuffix(secret.prefix(length)) {
      return String(body.dropLast(length)) + masked(secret)
    }
    return text
  }
}
