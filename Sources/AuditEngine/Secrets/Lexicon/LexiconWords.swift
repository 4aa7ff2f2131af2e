/// The words that ``SensitiveLexicon`` knows, in lower case.
enum LexiconWords {
  /// Secrets by themselves.
  static let secrets: [String] = [
    "password", "passwd", "passcode", "passphrase", "passwort", "pwd", "pin", "secret", "token", "jwt",
    "bearer", "apikey", "apisecret", "apitoken", "clientsecret", "privatekey", "secretkey", "masterkey",
    "mnemonic", "otp", "totp", "cvv", "cvc", "cvn", "credential", "credentials", "accesstoken",
    "refreshtoken", "authtoken", "idtoken", "sessiontoken", "passwords", "secrets", "tokens", "seed",
    "userpassword", "anshoubangou", "anshobangou", "himitsu", "himitsukagi", "aikotoba",
    "seedphrase", "privkey", "pincode", "passphrases", "passcodes", "pins",
  ]

  /// Personal data by themselves.
  static let personal: [String] = [
    "ssn", "iban", "creditcard", "cardnumber", "mynumber", "diagnosis", "email", "emailaddress",
    "phonenumber", "telephone", "birthday", "birthdate", "birthplace", "dob", "latitude", "longitude",
    "kouzabangou", "kozabangou", "seinengappi", "denwabangou", "kojinbango", "kojinbangou", "juusho",
    "emails", "telephone", "msisdn", "ssid", "bssid", "imei", "imsi", "iccid", "birthdates",
    "pan", "mrn", "diagnoses", "medication", "medications", "allergy", "allergies", "prescription",
    "prescriptions", "symptom", "symptoms", "glucose", "ethnicity", "religion", "pregnancy",
    "biometrics", "fingerprints", "salary", "passportnumber", "nino", "aadhaar", "bvn", "cpf",
  ]

  /// Secrets of two words.
  static let secretPairs: [String] = [
    "api key", "api secret", "client secret", "private key", "secret key", "encryption key",
    "decryption key", "master key", "signing key", "session key", "symmetric key", "aes key", "hmac key",
    "auth key", "access key", "recovery code", "recovery key", "recovery phrase", "backup code",
    "seed phrase", "session id", "security code", "security answer", "pin code", "pass code",
    "pass phrase", "auth code", "authorization code", "verification code", "access code", "unlock code",
    "reset token", "refresh token", "reset code", "change token", "update token", "verify token",
    "wallet key",
    "shared secret", "seed words", "seed word", "recovery words", "recovery codes", "backup codes",
    "priv key", "gate code", "door code", "alarm code", "access pin", "session cookie", "auth cookie",
    "private keys", "secret keys", "api keys", "wifi key", "wpa key", "license code", "pairing code",
    "pairing key", "transfer pin", "card pin", "service key", "license key", "subscription key",
    "consumer secret", "app secret",
    "key material", "wallet seed", "my password",
  ]

  /// Personal data of two words.
  static let personalPairs: [String] = [
    "card number", "account number", "social security", "national id", "national number", "my number",
    "tax id", "birth date", "of birth", "date birth", "birth day", "credit card", "debit card",
    "phone number",
    "mobile number", "telephone number", "bank account", "health record", "medical record",
    "medical history", "medical note", "medical notes", "medical condition", "heart rate", "blood type",
    "blood pressure", "home address", "postal address",
    "street address", "email address", "mail address", "passport number", "license number",
    "account no", "account num", "account nr", "acct no", "acct num", "acct number", "card no", "card num",
    "card nr", "cc no", "cc num", "cc number", "passport no", "passport num", "phone no", "phone num",
    "tel no", "tel number", "mobile no", "mobile num", "cell phone", "cell number", "mobile phone",
    "home phone", "licence no", "license no", "licence number", "insurance no", "insurance number",
    "social number", "tax number", "tax no", "tax payer", "document number", "identity number", "id number",
    "patient name", "blood glucose", "heart rates", "face template", "biometric template", "body weight",
    "contact number", "delivery address", "shipping address", "billing address", "address line",
    "customer phone", "iban number", "routing number", "sort code", "kojin bango", "hoken sho",
    "user location", "current location", "last location", "home location", "user coordinate",
    "location coordinate",
  ]

  /// Last words that only say in which form the value is there.
  static let forms: Set<String> = [
    "string", "str", "data", "value", "raw", "bytes", "byte", "const", "constant", "utf", "base", "hex",
    "encoded", "content", "contents", "input", "entered", "typed", "optional",
  ]

  /// First words that say nothing.
  static let ornaments: Set<String> = [
    "k", "m", "s", "g", "my", "the", "a", "an", "our",
  ]

  /// Last words that make the name one of something about a secret.
  static let aboutness: Set<String> = [
    "digest", "ciphertext", "checksum", "salt", "hash", "order", "sort", "mode",
    "name", "names", "modifier", "modifiers", "legend", "label", "title", "placeholder", "hint", "prompt",
    "path", "field", "fields",
    "textfield", "column", "header", "headers", "parameter", "parameters", "param", "params",
    "identifier", "identifiers", "notification", "segue", "regex", "pattern", "url", "urls", "uri",
    "endpoint", "error", "errors", "message", "text", "count", "counts", "length", "size", "min", "max",
    "minimum", "maximum", "limit", "expiry", "expiration", "expires", "expired", "type", "types", "kind",
    "strength", "policy", "view", "button", "cell", "controller", "screen", "validator", "service",
    "manager", "provider", "store", "storage", "handler", "delegate", "status", "state", "style",
    "color", "image", "icon", "font", "index", "range", "offset", "format", "formatter", "separator",
    "prefix", "suffix", "info", "option", "options", "config", "configuration", "required", "enabled",
    "disabled", "visible", "hidden", "valid", "invalid", "request", "response", "task", "queue", "rule",
    "rules", "list", "map", "family", "syntax", "node", "stream", "source", "position", "level",
    "algorithm", "scheme", "version", "date", "time", "timeout", "lifetime", "interval", "completion",
    "callback", "block", "closure", "ref", "reference", "alias", "tag", "mask", "toggle", "reset",
    "change", "changed", "sheet", "page", "flow", "step", "key", "keys", "keychain", "account", "cache",
    "parser", "lexer", "generator", "factory", "builder", "result", "event", "action", "method",
    "function", "scope", "constraint", "height", "width", "layout", "item", "items", "entry", "row",
    "section", "group", "class", "mode", "matcher", "filter", "help", "usage", "description",
    "documentation", "tests", "test", "model", "viewmodel", "coordinator", "repository", "client",
    "server", "router", "module", "package", "property", "attribute", "autofill", "requirements",
    "requirement", "confirmed", "mismatch", "match", "matches", "focus", "focused", "responder",
    "publisher", "subject", "subscription", "binding", "encoder", "decoder", "serializer", "exchange",
    "renewal", "refresh", "retry", "rotation", "revocation", "introspection", "validation",
    "verification", "creation", "update", "updated", "updater", "setting", "settings", "environment",
    "short", "long", "weak", "strong", "failed", "failure", "unit", "units", "tier", "known", "reminder",
    "reminders", "goal", "target", "threshold", "chart", "revision",
    "period", "ttl", "age", "days", "hours", "minutes", "seconds", "granted", "attempt", "attempts",
    "variable", "env", "template", "prompted", "shown", "visibility", "character", "characters",
    "charset", "alphabet", "digits", "symbol", "budget", "id", "ids", "iterator", "sequence",
    "timestamp", "timestamps", "behavior", "behaviors", "behaviour", "strategy", "availability", "capability",
    "presentation",
    "transition", "animation", "selection", "choice", "preference", "preferences", "interceptor", "resolver",
    "adapter", "helper", "utils", "extractor", "converter",
  ]

  /// First words of questions and instructions.
  static let predicates: Set<String> = [
    "is", "has", "should", "can", "did", "will", "would", "was", "are", "needs", "need", "requires",
    "require", "show", "shows", "hide", "hides", "use", "uses", "enable", "disable", "allow", "allows",
    "forgot", "reset", "change", "update", "validate", "verify", "check", "on", "num", "number", "max",
    "min", "remember", "save", "load", "fetch", "get", "set", "make", "create", "generate", "delete",
    "remove", "clear", "ask", "request", "refresh", "expect", "invalid", "missing", "no", "without",
    "wrong", "incorrect", "empty", "supports", "handle", "parse", "read", "write", "store", "want",
  ]

  /// Words that cancel wherever they stand.
  static let cancelling: Set<String> = [
    "public", "cancellation", "cancel", "csrf", "xsrf", "placeholder", "lexer", "parser", "syntax",
    "keyword", "punctuation", "tokenizer", "tokenized", "xctest", "mock", "sample", "example", "dummy",
    "fake", "pushpin", "annotation", "observer", "observation", "continuation", "pagination",
    "localized", "localised", "encrypted", "sealed", "hashed", "masked", "redacted",
  ]

  /// Words beside which a token is a cursor, a part of a text or a design value.
  static let otherTokens: Set<String> = [
    "semantic", "next", "previous", "prev", "current", "leading", "trailing", "page", "paging", "first",
    "last",
    "max", "min", "maximum", "minimum", "total", "prompt", "completion", "input", "output", "word",
    "lexical", "operator", "identifier", "string", "delimiter", "trivia", "eof", "comment", "open",
    "closing", "end", "start", "begin", "number", "numeric", "literal", "brace", "bracket", "paren",
    "semicolon", "comma", "colon", "arrow", "design", "theme", "spacing", "color", "typography", "sync",
    "change", "history", "cursor", "placeholder", "dispatch", "once", "observation", "reservation",
    "template", "special", "stop", "unknown", "pad", "mask", "vocab", "vocabulary", "expected",
    "erc", "erc20", "erc721", "eip", "eip55", "coin", "amount", "address", "contract", "nft", "chain", "fund",
    "funds", "balance", "decimals", "swap", "jetton", "quote", "asset", "config", "configuration",
    "unexpected", "skip", "raw", "host", "domain", "suffix", "suffixless", "undo", "lock", "symbol", "macro",
    "span", "sentence", "natural",
  ]

  /// Words beside which a session is something that runs, not the login of a person.
  static let otherSessions: Set<String> = [
    "play", "playback", "player", "media", "video", "audio", "game", "workout", "training", "recording",
    "upload",
    "download", "import", "export", "analytics", "log", "debug", "editing",
  ]

  /// Words beside which a pin is on a map, on a board or of a certificate.
  static let otherPins: Set<String> = [
    "map", "location", "drop", "dropped", "annotation", "place", "marker", "ssl", "tls", "certificate",
    "cert", "hash", "public", "spki", "gpio", "led", "board", "pinned", "message", "chat", "header",
    "hardware", "digital", "analog",
  ]

  /// Words behind which a pin is still a number.
  static let afterPin: Set<String> = [
    "code", "number", "digits", "entry", "hash", "block", "confirmation", "again",
  ]

  /// Secrets in Japanese.
  static let japaneseSecrets: [String] = [
    "パスワード", "パスコード", "パスフレーズ", "暗証番号", "秘密鍵", "合言葉", "合い言葉", "アクセストークン", "認証コード", "暗号鍵", "秘密の質問の答え",
  ]

  /// Personal data in Japanese.
  static let japanesePersonal: [String] = [
    "マイナンバー", "個人番号", "口座番号", "カード番号", "電話番号", "メールアドレス", "生年月日", "誕生日", "住所", "病歴", "健康保険証",
  ]

  /// Endings that make a Japanese name one of something about a secret.
  static let japaneseAboutness: [String] = [
    "名", "欄", "長", "長さ", "画面", "変更", "エラー", "ラベル", "ボタン", "設定", "確認", "文字数", "桁数", "入力欄", "表示", "種別",
    "形式", "期限", "有効",
  ]
}
