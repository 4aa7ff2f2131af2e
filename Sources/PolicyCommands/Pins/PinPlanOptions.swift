package import CommandLineKit
import CommandSupport
package import OmamoriCore
package import OmamoriTransport

/// The options that say how long things take where an app is looked after.
package struct PinPlanOptions: Sendable {
  let keyMade: Parameter<Day?>
  let lifetime: Parameter<Int?>
  let keyAge: Parameter<Int>
  let adoption: Parameter<Int>
  let preparation: Parameter<Int>
  let margin: Parameter<Int?>
  let today: Parameter<Day?>

  package init(_ declare: inout Declaration) {
    let standard = RotationPractice()
    keyMade = declare.option(
      "--key-made", value: "DAY",
      help: HelpText("When the key in use was generated; today by default.", ja: "使用中の鍵の生成日。既定は今日です。"))
    lifetime = declare.option(
      "--lifetime", value: "DAYS",
      help: HelpText(
        "How long certificates are valid; by default as the server's, where one is asked, or as public ones may be.",
        ja: "証明書の有効期間。既定は、サーバーに接続する場合はその証明書の期間、それ以外は公開証明書の上限です。"))
    keyAge = declare.option(
      "--key-age", value: "DAYS", default: standard.keyLifetimeDays,
      help: HelpText("How long a key is used.", ja: "鍵の使用期間。"))
    adoption = declare.option(
      "--adoption", value: "DAYS", default: standard.adoptionDays,
      help: HelpText("How long people take to install a new version.", ja: "新しいバージョンが行き渡るまでの期間。"))
    preparation = declare.option(
      "--preparation", value: "DAYS", default: standard.preparationDays,
      help: HelpText("From generating a key to releasing an app with its pin.", ja: "鍵の生成からピン入りアプリの公開までの期間。"))
    margin = declare.option(
      "--margin", value: "DAYS",
      help: HelpText(
        "How long before its end a certificate is renewed; at most \(standard.marginDays) by default.",
        ja: "期限の何日前に証明書を更新するか。既定は最大 \(standard.marginDays)。"))
    today = declare.option(
      "--today", value: "DAY",
      help: HelpText("Plan as of this day.", ja: "この日を起点に計画します。"))
  }

  /// The moment that plans and lifetimes are counted from.
  package func moment(_ arguments: Arguments) throws -> Date { try arguments[today]?.date ?? Date() }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - notValidAfter: When the server's certificate ends.
  ///   - keyMade: When the key was generated, where the command line does not say it; `nil` is today.
  ///   - hasBackup: Whether the next key exists and released apps have its pin.
  ///   - served: How long the server's certificate is valid from begin to end, where it was seen; counts unless the
  ///     command line says it.
  /// - Returns: The plan.
  /// - Throws: ``CryptoFault`` for numbers out of range.
  package func plan(
    _ arguments: Arguments, notValidAfter: Date, keyMade: Date?, hasBackup: Bool,
    served: ServedLifetime? = nil
  ) throws -> RotationPlan {
    let now = try moment(arguments)
    var practice = RotationPractice()
    practice.keyLifetimeDays = try days(arguments, keyAge, "--key-age", 1)
    practice.adoptionDays = try days(arguments, adoption, "--adoption", 0)
    practice.preparationDays = try days(arguments, preparation, "--preparation", 0)
    let typedMargin = try arguments[margin]
    if let typedMargin {
      guard (0...3650).contains(typedMargin) else { throw CryptoFault.days("--margin", 0) }
      practice.marginDays = typedMargin
    }
    var schedule = LifetimeSchedule.publicCertificates
    if let lifetime = try arguments[lifetime] {
      guard (1...3650).contains(lifetime) else { throw CryptoFault.days("--lifetime", 1) }
      guard lifetime > practice.marginDays else {
        throw CryptoFault.renewedTooEarly(
          lifetime, practice.marginDays,
          HelpText("give a --margin below --lifetime", ja: "--margin は --lifetime より小さくしてください"))
      }
      schedule = LifetimeSchedule(days: lifetime)
    } else if let served {
      schedule = served.isPublic ? schedule.limited(to: served.days) : LifetimeSchedule(days: served.days)
      if let typedMargin {
        guard served.days > typedMargin else {
          throw CryptoFault.renewedTooEarly(
            served.days, typedMargin,
            HelpText(
              "give a --margin below the lifetime of the server's certificate",
              ja: "--margin はサーバーの証明書の有効期間より小さくしてください"))
        }
      } else {
        // Short certificates are renewed in their last third, as their authorities advise.
        practice.marginDays = min(practice.marginDays, max(served.days / 3, 1))
      }
    }
    return RotationPlan(
      notValidAfter: notValidAfter, keyMade: try arguments[self.keyMade]?.date ?? keyMade ?? now,
      hasBackup: hasBackup, practice: practice, schedule: schedule, at: now)
  }

  private func days(
    _ arguments: Arguments, _ parameter: Parameter<Int>, _ name: String, _ least: Int
  ) throws -> Int {
    let days = try arguments[parameter]
    guard (least...3650).contains(days) else { throw CryptoFault.days(name, least) }
    return days
  }
}

/// How long a certificate that a server has is valid.
package struct ServedLifetime {
  /// The days from begin to end, at least 1.
  let days: Int
  /// Whether its authority is one of the system's, which is bound by the limits of public certificates.
  let isPublic: Bool

  package init(from start: Date, to end: Date, isPublic: Bool) {
    // A day less a second is a day.
    let days = (end.timeIntervalSince(start) / 86_400).rounded()
    (self.days, self.isPublic) = (Int(min(max(days, 1), 3650)), isPublic)
  }
}

extension CryptoFault {
  fileprivate static func renewedTooEarly(_ lifetime: Int, _ margin: Int, _ hint: HelpText) -> CryptoFault {
    usage(
      HelpText(
        "certificates of \(lifetime) days would be renewed \(margin) days before their end",
        ja: "有効期間 \(lifetime) 日の証明書を、期限の \(margin) 日前に更新することになります"),
      hint: hint)
  }

  fileprivate static func days(_ name: String, _ least: Int) -> CryptoFault {
    usage(
      HelpText("\(name) takes \(least) to 3650 days", ja: "\(name) には \(least) から 3650 までの日数を指定してください"),
      hint: HelpText("see 'omamori pin plan --help'", ja: "'omamori pin plan --help' を参照してください"))
  }
}
