import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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

/// A device as its files show it: each path is asked about in several ways, since a hook rarely knows them all.
package struct FileDeviceView: DeviceView {
  package let host: AppleHost
  /// The folder that no app may write to.
  private let forbidden: String

  /// Looks at the device that the program runs on.
  package init(host: AppleHost, forbidden: String = "/private") {
    (self.host, self.forbidden) = (host, forbidden)
  }

  package func sightings(of path: String) -> PathSightings {
    var answers: [PathSightings.Route: Bool] = [:]
    answers[.access] = Self.answer(unsafe access(path, F_OK))  // because the path outlives the call
    var status = stat()
    // because the status is a variable of this function
    answers[.status] = Self.answer(unsafe lstat(path, &status))
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    answers[.open] = Self.answer(descriptor)
    if descriptor >= 0 { close(descriptor) }
    // What the system refuses to tell looks like nothing to the file manager, so only its finds count.
    if FileManager.default.fileExists(atPath: path) { answers[.fileManager] = true }
    return PathSightings(answers)
  }

  package func destination(ofLink path: String) -> String? {
    // because what is no link, or is not there, leads nowhere
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  package func tryToEscape() -> EscapeTrial {
    let path = "\(forbidden)/omamori-\(UUID().uuidString)"
    // because the path outlives the call
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      return [EPERM, EACCES, EROFS].contains(code) ? .refused : .failed(code: code)
    }
    close(descriptor)
    return .wrote(isCleanedUp: unsafe unlink(path) == 0)
  }

  /// What a result says: that something is there, that nothing is, or nothing at all.
  private static func answer(_ result: Int32) -> Bool? {
    if result >= 0 { return true }
    return errno == ENOENT || errno == ENOTDIR ? false : nil
  }
}
