/// Says which settings of App Transport Security weaken what for whom, and which say something in vain.
///
/// It asks the evaluator instead of looking for keys: a key that the system ignores is never reported as a
/// weakness.
public enum ATSLinter {
  /// The issues of an application's settings, in the order of the file.
  /// - Parameter infoPlist: The outermost value of `Info.plist`.
  /// - Returns: The issues; an application without settings has none.
  public static func lint(_ infoPlist: PropertyList) -> [ATSIssue] {
    var lint = ATSLint(infoPlist)
    lint.misplacedKeys()
    if let settings = lint.settings {
      lint.globalKeys(settings)
      lint.exceptions(settings)
      lint.pinnedDomains(settings)
    }
    return lint.issues.enumerated().sorted { first, second in
      guard let one = first.element.range?.start, let other = second.element.range?.start, one != other else {
        return first.offset < second.offset
      }
      return one < other
    }.map(\.element)
  }
}
