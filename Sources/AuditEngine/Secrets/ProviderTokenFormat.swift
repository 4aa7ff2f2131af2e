/// The written form of the keys and tokens of a service.
package struct ProviderTokenFormat: Sendable {
  /// Which characters follow the beginning.
  enum Alphabet: Sendable {
    /// `A`–`Z` and `2`–`7`.
    case base32
    /// Digits and `a`–`f`.
    case hex
    /// Letters and digits.
    case alphanumeric
    /// Letters, digits and `_`.
    case word
    /// Letters, digits, `_` and `-`.
    case base64URL
    /// Letters, digits, `_`, `-` and `.`.
    case dotted
    /// Letters, digits, `+`, `/` and `=`.
    case base64

    /// Whether `byte` belongs to it.
    func contains(_ byte: UInt8) -> Bool {
      let isDigit = (0x30...0x39).contains(byte)
      let isLetter = (0x61...0x7A).contains(byte | 0x20)
      return switch self {
      case .base32: (0x41...0x5A).contains(byte) || (0x32...0x37).contains(byte)
      case .hex: isDigit || (0x61...0x66).contains(byte)
      case .alphanumeric: isDigit || isLetter
      case .word: isDigit || isLetter || byte == 0x5F
      case .base64URL: isDigit || isLetter || byte == 0x5F || byte == 0x2D
      case .dotted: isDigit || isLetter || byte == 0x5F || byte == 0x2D || byte == 0x2E
      case .base64: isDigit || isLetter || byte == 0x2B || byte == 0x2F || byte == 0x3D
      }
    }
  }

  /// What else must hold of the whole token.
  enum Check: Sendable {
    /// Nothing.
    case none
    /// The last six characters are the CRC-32 of the others.
    case checksum
    /// Parts of these lengths with dots between them.
    case parts([ClosedRange<Int>])
    /// This text stands in it.
    case containing(String)
    /// A signed JSON Web Token whose claims are no public ones.
    case signedToken
  }

  /// Whose it is.
  package let provider: String
  /// How it begins.
  let prefix: [UInt8]
  /// What follows the beginning.
  let alphabet: Alphabet
  /// How many characters follow the beginning.
  let length: ClosedRange<Int>
  /// What else must hold.
  let check: Check
  /// Whether it is a token of whatever issuer, known by its form alone.
  package var isOfAnyIssuer: Bool { if case .signedToken = check { true } else { false } }
  /// Whether the key is one that apps carry and that the service expects to be restricted.
  package let isRestrictable: Bool

  init(
    _ provider: String, _ prefix: String, _ alphabet: Alphabet, _ length: ClosedRange<Int>,
    check: Check = .none,
    isRestrictable: Bool = false
  ) {
    (self.provider, self.prefix, self.alphabet) = (provider, Array(prefix.utf8), alphabet)
    (self.length, self.check, self.isRestrictable) = (length, check, isRestrictable)
  }

  /// Every known form.
  ///
  /// Publishable keys (`pk_live_…`, account numbers) are left out: they are meant to be seen.
  static let all: [ProviderTokenFormat] = [
    ProviderTokenFormat("Amazon Web Services", "AKIA", .base32, 16...16),
    ProviderTokenFormat("Amazon Web Services", "ASIA", .base32, 16...16),
    ProviderTokenFormat("Google", "AIza", .base64URL, 35...35, isRestrictable: true),
    ProviderTokenFormat("Google OAuth", "GOCSPX-", .base64URL, 28...28),
    ProviderTokenFormat("Firebase", "AAAA", .base64URL, 7...7, check: .containing(":APA91b")),
    ProviderTokenFormat("Stripe", "sk_live_", .alphanumeric, 20...120),
    ProviderTokenFormat("Stripe", "rk_live_", .alphanumeric, 20...120),
    ProviderTokenFormat("GitHub", "ghp_", .alphanumeric, 36...36, check: .checksum),
    ProviderTokenFormat("GitHub", "gho_", .alphanumeric, 36...36, check: .checksum),
    ProviderTokenFormat("GitHub", "ghu_", .alphanumeric, 36...36, check: .checksum),
    ProviderTokenFormat("GitHub", "ghs_", .alphanumeric, 36...36, check: .checksum),
    ProviderTokenFormat("GitHub", "ghr_", .alphanumeric, 36...36, check: .checksum),
    ProviderTokenFormat("GitHub", "github_pat_", .word, 82...82),
    ProviderTokenFormat("GitLab", "glpat-", .dotted, 20...64),
    ProviderTokenFormat("npm", "npm_", .alphanumeric, 36...36, check: .checksum),
    ProviderTokenFormat("PyPI", "pypi-AgE", .base64URL, 80...300),
    ProviderTokenFormat("Slack", "xoxb-", .base64URL, 40...80),
    ProviderTokenFormat("Slack", "xoxp-", .base64URL, 40...100),
    ProviderTokenFormat("Slack", "xapp-", .base64URL, 60...140),
    ProviderTokenFormat("Twilio", "SK", .hex, 32...32),
    ProviderTokenFormat("SendGrid", "SG.", .dotted, 66...66, check: .parts([2...2, 22...22, 43...43])),
    ProviderTokenFormat("Square", "sq0atp-", .base64URL, 22...22),
    ProviderTokenFormat("Square", "sq0csp-", .base64URL, 43...43),
    ProviderTokenFormat("OpenAI", "sk-", .base64URL, 48...200, check: .containing("T3BlbkFJ")),
    ProviderTokenFormat("Anthropic", "sk-ant-api", .base64URL, 80...120),
    ProviderTokenFormat("Azure Storage", "AccountKey=", .base64, 88...88),
    ProviderTokenFormat("Shopify", "shpat_", .hex, 32...32),
    ProviderTokenFormat("Shopify", "shpss_", .hex, 32...32),
    ProviderTokenFormat("Slack", "hooks.slack.com/services/T", .base64, 40...60),
    ProviderTokenFormat("Docker Hub", "dckr_pat_", .base64URL, 27...27),
    ProviderTokenFormat("RubyGems", "rubygems_", .hex, 48...48),
    ProviderTokenFormat("Grafana", "glsa_", .word, 41...41),
    ProviderTokenFormat("Linear", "lin_api_", .alphanumeric, 40...40),
    ProviderTokenFormat("Postman", "PMAK-", .base64URL, 59...59),
    ProviderTokenFormat("Brevo", "xkeysib-", .base64URL, 81...81),
    ProviderTokenFormat("Doppler", "dp.pt.", .alphanumeric, 40...44),
    ProviderTokenFormat("New Relic", "NRAK-", .alphanumeric, 27...27),
    ProviderTokenFormat("HashiCorp Vault", "hvs.", .base64URL, 90...120),
    ProviderTokenFormat("age", "AGE-SECRET-KEY-1", .alphanumeric, 58...58),
    ProviderTokenFormat("DigitalOcean", "dop_v1_", .hex, 64...64),
    ProviderTokenFormat("Hugging Face", "hf_", .alphanumeric, 34...34),
    ProviderTokenFormat("Mapbox", "sk.eyJ", .dotted, 40...200),
    ProviderTokenFormat("JSON Web Token", "eyJ", .dotted, 60...4000, check: .signedToken),
  ]
}
