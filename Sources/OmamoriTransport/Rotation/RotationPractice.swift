/// How long things take where an app and its servers are looked after, in days.
///
/// A value; safe to share between threads.
public struct RotationPractice: Sendable, Hashable {
  /// How long a key is used before it is replaced.
  public var keyLifetimeDays = 365
  /// How long it takes until enough people have installed a new version of the app.
  public var adoptionDays = 60
  /// How long it takes from generating a key to releasing an app with its pin.
  public var preparationDays = 14
  /// How long before its end a certificate is renewed.
  public var marginDays = 15

  /// The times that are taken unless told otherwise.
  public init() {}

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
