/// The day a version was released; manual pages carry it.
public struct ReleaseDate: Sendable, Hashable {
  /// The year.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Makes a date.
  public init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date as mdoc(7) writes it, such as `November 20, 2026`.
  var mdoc: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    return "\(months[min(max(month, 1), 12) - 1]) \(day), \(year)"
  }
}
