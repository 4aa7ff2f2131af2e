/// The steps in which an item is stored: it is updated, and added when there is none.
///
/// An item is never removed to make room for another, so there is no moment without one. When others add and remove
/// it meanwhile, the steps are repeated a few times. A value; safe to share between threads.
package struct SecItemPut: Sendable {
  /// What to do next.
  package enum Step: Sendable, Equatable {
    /// Call `SecItemUpdate`.
    case update
    /// Call `SecItemAdd`.
    case add
    /// Stop: the item is stored, or the condition did not hold.
    case finished(stored: Bool)
    /// Stop: it failed.
    case failed(SecItemOutcome)
    /// Stop: others changed the item each time.
    case contended
  }

  /// The greatest number of updates.
  package static let greatestUpdates = 4

  /// What to do next.
  package private(set) var step: Step
  /// Whether the item was added.
  package private(set) var isAdded = false
  private let condition: PutCondition
  private var updates = 0

  /// Begins.
  package init(_ condition: PutCondition) {
    self.condition = condition
    step = condition == .absent ? .add : .update
  }

  /// Takes the outcome of the step, and says the next.
  package mutating func received(_ outcome: SecItemOutcome) {
    switch (step, outcome) {
    case (.update, .done): step = .finished(stored: true)
    case (.update, .notFound) where condition == .always: step = .add
    case (.update, .notFound): step = .finished(stored: false)
    case (.add, .done): (step, isAdded) = (.finished(stored: true), true)
    case (.add, .duplicate) where condition == .absent: step = .finished(stored: false)
    case (.add, .duplicate):
      updates += 1
      step = updates < Self.greatestUpdates ? .update : .contended
    case (.update, let other), (.add, let other): step = .failed(other)
    case (.finished, _), (.failed, _), (.contended, _): break
    }
  }
}
