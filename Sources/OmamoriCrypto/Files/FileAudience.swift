/// Who a file is encrypted for.
enum FileAudience: Sendable {
  /// Everybody who has one of the identities; at least one recipient.
  case recipients([Recipient])
  /// Everybody who knows the password, and nobody else; without a cost, the usual one of the format.
  case password(Password, PasswordCost?)
}

/// What is tried to open a file.
struct FileKeys: Sendable {
  /// Private keys.
  var identities: [Identity] = []
  /// Passwords; each costs a calculation.
  var passwords: [Password] = []
  /// The most that the check of a password may cost; `nil` for the usual limits of the format.
  var limits: PasswordCostLimits?
}
