/// What files of the audited material say about names that other files use.
///
/// Empty while a file is looked at for the first time.
package struct ProjectKnowledge: Sendable {
  /// Nothing is known.
  package static let empty = ProjectKnowledge()

  /// Whether nothing is known.
  package var isEmpty: Bool { true }
}
