/// Whether apps are there that open the schemes of jailbreak tools.
///
/// The system is asked on the main actor, so the answers are made before the check. A value; safe to share between
/// threads.
public struct SchemeAnswers: Sendable, Hashable {
  /// The schemes that an app opens.
  package let opened: Set<String>
  /// The schemes that the system was asked about; it answers only for those that the app's property list names.
  package let asked: Set<String>

  /// Nobody was asked.
  public static let none = SchemeAnswers(opened: [], asked: [])

  /// The schemes to ask about, and to name under `LSApplicationQueriesSchemes`.
  public static var schemes: [String] { JailbreakSigns.schemes }

  /// Notes answers.
  ///
  /// - Parameters:
  ///   - opened: The schemes that an app opens.
  ///   - asked: The schemes that the system answered for.
  public init(opened: Set<String>, asked: Set<String>) {
    (self.opened, self.asked) = (opened.intersection(asked), asked)
  }
}
