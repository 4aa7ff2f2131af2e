package import OmamoriCore

/// When to generate the next key, ship its pin, switch to it and retire the old one, so that no app is ever shut out.
///
/// Every certificate until the switch keeps the key that is pinned, however short it is valid; only the key's own age
/// decides when it is replaced.
package struct RotationPlan: Sendable, Hashable {
  /// What is to be done.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// The next key is generated and kept off-line.
    case generate
    /// An app with the next key's pin is released.
    case ship
    /// The server's certificate is renewed with the next key.
    case change
    /// An app without the old key's pin may be released, and the old key is destroyed.
    case retire

    /// What is to be done, as a sentence.
    package var explanation: LocalizedText {
      switch self {
      case .generate:
        LocalizedText("Generate the next key and keep it off-line.", ja: "次の鍵を生成し、オフラインで保管します。")
      case .ship:
        LocalizedText(
          "Release an app, or a signed pin set, with the next key's pin as backup.",
          ja: "次の鍵のピンを予備として含むアプリ、または署名付きピンのセットを公開します。")
      case .change:
        LocalizedText(
          "Renew the server's certificate with the next key.", ja: "次の鍵でサーバーの証明書を更新します。")
      case .retire:
        LocalizedText(
          "Release an app without the old key's pin and destroy the old key.",
          ja: "古い鍵のピンを除いたアプリを公開し、古い鍵を破棄します。")
      }
    }
  }

  /// What is to be done, and when at the latest.
  package struct Step: Sendable, Hashable {
    /// What is to be done.
    package let action: Action
    /// When at the latest.
    package let date: Date
  }

  /// A renewal of the server's certificate.
  package struct Renewal: Sendable, Hashable {
    /// When it is due.
    package let date: Date
    /// The most days that the new certificate is valid.
    package let lifetimeDays: Int
    /// Whether it is the one that changes the key.
    package let changesKey: Bool
  }

  /// What is to be done, in the order of time.
  package let steps: [Step]
  /// The renewals until the key has changed, and one more.
  package let renewals: [Renewal]
  /// Whether there is less time than people need to install an app before the certificate ends with a key that has to be
  /// replaced; the change then waits for them, with certificates for the old key.
  package let isLate: Bool

  /// Plans the next change of key.
  ///
  /// - Parameters:
  ///   - notValidAfter: When the server's certificate of today ends.
  ///   - keyMade: When the key in use was generated.
  ///   - hasBackup: Whether the next key exists and released apps have its pin.
  ///   - practice: How long things take.
  ///   - schedule: How long certificates may be valid.
  ///   - date: The time.
  package init(
    notValidAfter: Date, keyMade: Date, hasBackup: Bool, practice: RotationPractice = RotationPractice(),
    schedule: LifetimeSchedule = .publicCertificates, at date: Date
  ) {
    let day = GregorianDay.seconds
    let practice = practice.bounded
    // Nobody can install an app that is not released yet.
    let earliest =
      hasBackup
      ? date : date.addingTimeInterval(Double(practice.preparationDays + practice.adoptionDays) * day)
    let wanted = keyMade.addingTimeInterval(Double(practice.keyLifetimeDays) * day)
    var renewals: [Renewal] = []
    var due = max(notValidAfter.addingTimeInterval(-Double(practice.marginDays) * day), date)
    var change: Date?
    while change == nil, renewals.count < Self.greatestRenewalCount {
      let lifetime = schedule.greatestLifetime(issuedAt: due)
      // The last renewal before the key is older than it should be changes it, if apps are ready.
      let next = due.addingTimeInterval(Double(max(lifetime - practice.marginDays, 1)) * day)
      let changesKey = next > wanted && due >= earliest
      renewals.append(Renewal(date: due, lifetimeDays: lifetime, changesKey: changesKey))
      if changesKey { change = due }
      due = next
    }
    renewals.append(
      Renewal(date: due, lifetimeDays: schedule.greatestLifetime(issuedAt: due), changesKey: false))
    let changed = change ?? due
    let ship = changed.addingTimeInterval(-Double(practice.adoptionDays) * day)
    var steps: [Step] = []
    if !hasBackup {
      steps.append(
        Step(
          action: .generate, date: max(ship.addingTimeInterval(-Double(practice.preparationDays) * day), date)
        ))
      steps.append(
        Step(action: .ship, date: max(ship, date.addingTimeInterval(Double(practice.preparationDays) * day))))
    }
    steps.append(Step(action: .change, date: changed))
    steps.append(Step(action: .retire, date: changed.addingTimeInterval(Double(practice.adoptionDays) * day)))
    (self.steps, self.renewals) = (steps, renewals)
    isLate = earliest > wanted
  }

  /// The most renewals that are planned for one change of key.
  private static let greatestRenewalCount = 256
}

/// How long public certificates may be valid, by the day on which they are issued.
///
/// Source: CA/Browser Forum, Baseline Requirements section 6.3.2, as changed by ballot SC-081v3: 398 days until
/// 2026-03-14, 200 from 2026-03-15, 100 from 2027-03-15, 47 from 2029-03-15. Private authorities are not bound by it.
package struct LifetimeSchedule: Sendable, Hashable {
  /// A limit and the day from which it holds.
  package struct Limit: Sendable, Hashable {
    /// The first moment of the day, in UTC.
    package let from: Date
    /// The most days that a certificate may be valid.
    package let days: Int
  }

  /// The limits in the order of their days; the first holds for everything before, too.
  package let limits: [Limit]

  /// The limits of public certificates.
  package static let publicCertificates = LifetimeSchedule(limits: [
    Limit(from: start(2020, 9, 1), days: 398),
    Limit(from: start(2026, 3, 15), days: 200),
    Limit(from: start(2027, 3, 15), days: 100),
    Limit(from: start(2029, 3, 15), days: 47),
  ])

  private static func start(_ year: Int, _ month: Int, _ day: Int) -> Date {
    let number = GregorianDay.number(year: year, month: month, day: day)
    return Date(timeIntervalSince1970: Double(number) * GregorianDay.seconds)
  }

  /// One limit for all times, as of an authority of one's own.
  ///
  /// - Parameter days: The most days that a certificate may be valid; 1 to 36,525, what is outside counts as the nearest.
  package init(days: Int) {
    limits = [Limit(from: Date(timeIntervalSince1970: 0), days: min(max(days, 1), 36_525))]
  }

  /// The same days, with no limit above another one, as of an authority whose certificates are shorter than they may be.
  ///
  /// - Parameter days: The most days that a certificate may be valid; 1 to 36,525, what is outside counts as the nearest.
  /// - Returns: The schedule.
  package func limited(to days: Int) -> LifetimeSchedule {
    let days = min(max(days, 1), 36_525)
    return LifetimeSchedule(limits: limits.map { Limit(from: $0.from, days: min($0.days, days)) })
  }

  private init(limits: [Limit]) { self.limits = limits }

  /// The most days that a certificate issued at `date` may be valid.
  package func greatestLifetime(issuedAt date: Date) -> Int {
    (limits.last { $0.from <= date } ?? limits.first)?.days ?? 398
  }
}

/// How long things take where an app and its servers are looked after, in days.
package struct RotationPractice: Sendable, Hashable {
  /// How long a key is used before it is replaced.
  package var keyLifetimeDays = 365
  /// How long it takes until enough people have installed a new version of the app.
  package var adoptionDays = 60
  /// How long it takes from generating a key to releasing an app with its pin.
  package var preparationDays = 14
  /// How long before its end a certificate is renewed.
  package var marginDays = 15

  /// The times that are taken unless told otherwise.
  package init() {}

  /// The same within a hundred years, so that no date overflows.
  var bounded: RotationPractice {
    func bounded(_ days: Int) -> Int { min(max(days, 0), 36_525) }
    var practice = RotationPractice()
    practice.keyLifetimeDays = bounded(keyLifetimeDays)
    practice.adoptionDays = bounded(adoptionDays)
    practice.preparationDays = bounded(preparationDays)
    practice.marginDays = bounded(marginDays)
    return practice
  }
}
