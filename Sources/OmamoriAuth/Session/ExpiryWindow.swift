/// When a token of a certain lifetime is replaced.
///
/// In the soft window the token is still given out, and a new one is fetched in the background; in the hard window
/// callers wait for the new one. The soft window is a tenth of the lifetime but at least 60 seconds, or a fifth of a
/// lifetime of less than 2 minutes; up to a fifth is added by chance, so that many processes do not refresh at once.
struct ExpiryWindow: Sendable, Equatable {
  let soft: Duration
  let hard: Duration

  /// - Parameters:
  ///   - lifetime: How long the token lasts from when it was asked for.
  ///   - leeway: The longest hard window.
  ///   - chance: 0 to 1.
  init(lifetime: Duration, leeway: Duration, chance: Double) {
    let base = lifetime < .seconds(120) ? lifetime / 5 : max(.seconds(60), lifetime / 10)
    soft = base * (1 + 0.2 * min(max(chance, 0), 1))
    hard = min(leeway, base / 2)
  }

  /// The longest validity that can be asked for without fetching a new token every time.
  func attainable(_ wanted: Duration, of lifetime: Duration) -> Duration { min(wanted, lifetime - soft) }
}
