import OmamoriCore

/// What rules asked about names that a file does not declare, so that the answer may be in another file.
package struct FileWants: Sendable, Hashable {
  /// A question, reduced to names: several files may answer it.
  enum Question: Sendable, Hashable {
    /// What is the value, or the type, of a member of a type, or of a global name (without a type)?
    case member(String, of: String?)
    /// What does a function of this name do with values?
    case function(String)
    /// What is passed to a function of this name that the file declares?
    case parameters(of: String)
  }

  /// The questions.
  var questions: Set<Question> = []

  /// How many questions of a file are kept.
  static let most = 8192
}

/// Collects the questions of one file while rules look at it.
final class WantRecorder: Sendable {
  private let wants = Protected(FileWants())

  /// What was asked so far.
  var current: FileWants { wants.current }

  func record(_ question: FileWants.Question) {
    wants.withLock { wants in
      if wants.questions.count < FileWants.most { wants.questions.insert(question) }
    }
  }
}
