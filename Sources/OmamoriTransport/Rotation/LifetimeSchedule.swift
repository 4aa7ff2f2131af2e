public import OmamoriCore

/// How long public certificates may be valid, by the day on which they are issued.
///
/// Source: CA/Browser Forum, Baseline Requirements section 6.3.2, as changed by ballot SC-081v3: 398 days until
/// 2026-03-14, 200 from 2026-03-15, 100 from 2027-03-15, 47 from 2029-03-15. Private authorities are not bound by it. A
/// value; safe to share between threads.
public struct LifetimeSchedule: Sendable, Hashable {
  /// A limit and the day from which it holds.
  public struct Limit: Sendable, Hashable {
    /// The first moment of the day, in UTC.
    public let from: Date
    /// The most days that a certificate may be valid.
    public let days: Int
  }

  /// The limits in the order of their days; the first holds for everything before, too.
  public let limits: [Limit]

  /// The limits of public certificates.
  public static let publicCertificates = LifetimeSchedule(limits: [
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
  public init(days: Int) {
    limits = [Limit(from: Date(timeIntervalSince1970: 0), days: min(max(days, 1), 36_525))]
  }

  /// The same days, with no limit above another one, as of an authority whose certificates are shorter than they may be.
  ///
  /// - Parameter days: The most days that a certificate may be valid; 1 to 36,525, what is outside counts as the nearest.
  /// - Returns: The schedule.
  public func limited(to days: Int) -> LifetimeSchedule {
    let days = min(max(days, 1), 36_525)
    return LifetimeSchedule(limits: limits.map { Limit(from: $0.from, days: min($0.days, days)) })
  }

  private init(limits: [Limit]) { self.limits = limits }

  /// The most days that a certificate issued at `date` may be valid.
  public func greatestLifetime(issuedAt date: Date) -> Int {
    (limits.last { $0.from <= date } ?? limits.first)?.days ?? 398
  }
}
