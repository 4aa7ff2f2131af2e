/// What a device shows to an app about itself; an adapter asks the system, a test makes it up.
///
/// Safe to use from any thread.
package protocol DeviceView: Sendable {
  /// What the app runs on.
  var host: AppleHost { get }

  /// Whether there is something at a path, as each way of asking says.
  func sightings(of path: String) -> PathSightings

  /// Where a symbolic link leads; `nil` for what is none.
  func destination(ofLink path: String) -> String?

  /// Tries to write where no app may, and removes what it wrote.
  func tryToEscape() -> EscapeTrial
}

/// What several ways of asking say about one path.
package struct PathSightings: Sendable, Hashable {
  /// A way of asking.
  package enum Route: String, Sendable, Hashable, CaseIterable {
    /// access(2)
    case access
    /// lstat(2)
    case status
    /// open(2)
    case open
    /// FileManager
    case fileManager = "file-manager"
  }

  /// The answers; a way that was refused has none.
  package let answers: [Route: Bool]

  package init(_ answers: [Route: Bool]) { self.answers = answers }

  /// Whether any way finds it.
  package var isThere: Bool { answers.values.contains(true) }

  /// Whether the ways that mean the same disagree: something hides the path from some of them.
  ///
  /// `open` may be refused for what is there, and says nothing then.
  package var disagree: Bool { Set(answers.values).count > 1 }
}

/// How an attempt to write outside of the sandbox ended.
package enum EscapeTrial: Sendable, Hashable {
  /// The system refused it, as it should.
  case refused
  /// It wrote; whether it could remove what it wrote does not change that.
  case wrote(isCleanedUp: Bool)
  /// It failed for another reason, so nothing is known.
  case failed(code: Int32)
}
