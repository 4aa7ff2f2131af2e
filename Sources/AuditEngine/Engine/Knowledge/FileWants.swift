import OmamoriCore

/// What rules asked about names that a file does not declare, so that the answer may be in another file.
package struct FileWants: Sendable, Hashable {
  /// A call of a function that the file does not declare.
  package struct CallShape: Sendable, Hashable {
    /// The name that is called.
    package let name: String
    /// The labels of the arguments, `_` for none.
    package let labels: [String]
    /// How many closures stand behind the parentheses.
    package let closures: Int
    /// What the call tells about the function's type.
    package let owner: CallOwner
  }

  /// A question that another file may answer.
  package enum Question: Sendable, Hashable {
    /// What is the value, or the type, of a member of a type, or of a global name (without a type)?
    case member(String, of: String?)
    /// What does the function that such a call means do with values?
    case function(CallShape)
    /// What is passed to this function, which the file declares?
    case parameters(of: FunctionKey)
  }

  /// The questions.
  package var questions: Set<Question> = []

  /// How many questions of a file are kept.
  static let most = 8192
}

/// Collects the questions of one file while rules look at it.
package final class WantRecorder: Sendable {
  private let wants = Protected(FileWants())

  /// What was asked so far.
  package var current: FileWants { wants.current }

  package func record(_ question: FileWants.Question) {
    wants.withLock { wants in
      if wants.questions.count < FileWants.most { wants.questions.insert(question) }
    }
  }
}
