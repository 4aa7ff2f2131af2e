import AuditEngine
import OmamoriCore

/// An act that only the owner of the device should start, recognised by the words of a name or a call.
struct SensitiveAct {
  /// What the act does.
  enum Kind: Sendable {
    /// It moves money.
    case payment
    /// It opens a door, a car or a vault, or approves a sign-in.
    case access
    /// It shows or hands out a secret.
    case disclosure
    /// It deletes data.
    case deletion
    /// It sends something in the user's name.
    case message
  }

  /// What the act does.
  let kind: Kind
  /// Whether money, access, a secret or all of the user's data is at stake.
  let isCritical: Bool

  /// What the act does, as a verb phrase.
  var text: LocalizedText {
    switch kind {
    case .payment: LocalizedText("moves money", ja: "送金や支払いを行います")
    case .access: LocalizedText("grants access", ja: "解錠や承認を行います")
    case .disclosure: LocalizedText("hands out a secret", ja: "秘密情報を渡します")
    case .deletion: LocalizedText("deletes data", ja: "データを削除します")
    case .message: LocalizedText("sends in the user's name", ja: "利用者の名前で送信します")
    }
  }

  /// Judges a name such as `SendMoneyIntent` or `APPROVE_LOGIN`; `nil` for a harmless act.
  init?(name: String) {
    var words = Words.of(name)
    while let last = words.last, Self.endings.contains(last) { words.removeLast() }
    while let first = words.first, Self.beginnings.contains(first) { words.removeFirst() }
    self.init(words: words)
  }

  /// Judges a call by its name, its receiver and its labels: `bank.transfer(amount: sum)`; `nil` unless it is critical.
  init?(_ call: Call) {
    let verb = Words.of(call.name)
    guard let first = verb.first, Self.callVerbs.contains(first) else { return nil }
    let others = call.receiverPath.suffix(2) + call.arguments.compactMap(\.label)
    self.init(words: verb + others.flatMap { Words.of($0) })
    guard isCritical else { return nil }
  }

  /// The act of a function that returns a secret.
  static let secretResult = SensitiveAct(.disclosure)

  private init(_ kind: Kind) { (self.kind, isCritical) = (kind, true) }

  private init?(words: [String]) {
    guard let verb = words.first else { return nil }
    let objects = Set(words.dropFirst())
    func isAbout(_ names: Set<String>) -> Bool { !objects.isDisjoint(with: names) }
    guard !isAbout(Self.harmless) else { return nil }
    let found: (kind: Kind, isCritical: Bool)?
    switch verb {
    case "pay", "donate", "purchase", "buy", "withdraw": found = (.payment, true)
    case "send", "transfer", "move", "remit", "confirm", "submit":
      if isAbout(Self.money) {
        found = (.payment, true)
      } else if verb == "confirm", isAbout(Self.approvals) {
        found = (.access, true)
      } else {
        found = verb == "send" && isAbout(Self.messages) ? (.message, false) : nil
      }
    case "approve", "authorize", "authorise", "grant":
      found = objects.isEmpty || isAbout(Self.approvals) ? (.access, true) : nil
    case "accept", "allow": found = isAbout(Self.approvals) ? (.access, true) : nil
    case "unlock", "disarm": found = objects.isEmpty || isAbout(Self.locked) ? (.access, true) : nil
    case "open": found = isAbout(Self.doors) ? (.access, true) : nil
    case "copy", "show", "get", "read", "reveal", "export", "view", "share", "fetch", "speak":
      let isCode = isAbout(["code", "codes"]) && isAbout(Self.codes)
      let isSecret = isAbout(Self.secrets) || verb == "export" && isAbout(["wallet", "keys", "vault"])
      found = isCode || isSecret ? (.disclosure, true) : nil
    case "delete", "erase", "wipe", "destroy":
      found = objects.isEmpty ? nil : (.deletion, isAbout(Self.everything))
    case "remove": found = isAbout(["account", "wallet", "vault", "everything"]) ? (.deletion, true) : nil
    case "post", "publish", "tweet", "toot":
      found = objects.isEmpty || isAbout(Self.messages) ? (.message, false) : nil
    default: found = nil
    }
    guard let found else { return nil }
    (kind, isCritical) = found
  }

  /// The verbs that mean the same in the name of a function.
  ///
  /// `product.purchase()` asks for the passcode itself, and `intent.donate()` gives the system a hint.
  private static let callVerbs: Set = [
    "pay", "send", "transfer", "move", "remit", "withdraw", "submit", "confirm", "approve", "unlock",
    "disarm", "open", "reveal", "export", "delete", "erase", "wipe", "destroy", "remove",
  ]
  /// Words that say what the name belongs to, and nothing of the act.
  private static let endings: Set = [
    "intent", "app", "action", "identifier", "id", "button", "handler", "shortcut", "notification",
    "category",
  ]
  private static let beginnings: Set = ["k", "notification", "action", "identifier", "app", "quick"]
  private static let money: Set = [
    "money", "payment", "payments", "funds", "cash", "crypto", "bitcoin", "btc", "eth", "ether", "coins",
    "sats", "amount", "iban", "payee", "transaction", "purchase", "withdrawal", "transfer",
  ]
  private static let approvals: Set = [
    "login", "signin", "sign", "access", "authentication", "authorization", "mfa", "payment", "transfer",
    "transaction", "purchase", "withdrawal",
  ]
  private static let locked: Set = [
    "door", "doors", "car", "vehicle", "garage", "gate", "vault", "wallet", "safe", "house", "home", "trunk",
    "account",
  ]
  private static let doors: Set = ["door", "doors", "garage", "gate", "trunk"]
  private static let secrets: Set = [
    "password", "passwords", "passcode", "passphrase", "otp", "totp", "seed", "mnemonic", "credential",
    "credentials", "balance", "cvv",
  ]
  private static let codes: Set = [
    "authentication", "verification", "security", "auth", "recovery", "backup", "factor", "login",
  ]
  private static let everything: Set = [
    "account", "accounts", "all", "everything", "data", "device", "wallet", "wallets", "vault", "vaults",
    "keys", "backup", "backups",
  ]
  private static let messages: Set = [
    "message", "messages", "post", "mail", "email", "sms", "text", "tweet", "toot", "reply", "status",
    "comment", "location",
  ]
  /// What may go without harm, and what only speaks of the act.
  private static let harmless: Set = [
    "cache", "caches", "history", "draft", "drafts", "filter", "filters", "badge", "badges", "timer",
    "timers", "alarm", "alarms", "log", "logs", "download", "downloads", "temporary", "cookies", "search",
    "searches", "tab", "tabs", "notification", "notifications", "bookmark", "favorite", "favourite",
    "browsing", "settings", "setting", "screen", "page", "help", "list", "wall", "feedback", "achievement",
    "achievements", "orientation", "rotation", "theme", "feature", "features", "level", "levels",
    "generator", "strength", "policy", "reminder", "reminders", "test", "sample", "demo",
    "consent", "analytics", "telemetry", "event", "events", "tracker",
  ]
}
