/// What an app is built from: the app itself, its components and what needs what.
///
/// A value; safe to share between threads.
package struct BillOfMaterials: Sendable, Hashable {
  /// The app or package that is described.
  package let subject: BillComponent
  /// The components, sorted by reference, each reference once.
  package let components: [BillComponent]
  /// The references of what the subject itself asks for, sorted.
  package let direct: [String]

  /// Makes a bill: components and references are sorted and freed of duplicates.
  ///
  /// - Parameters:
  ///   - subject: The app or package.
  ///   - components: What it is built from; of several with one reference the first counts.
  ///   - direct: The references of the components that the subject itself asks for; unknown ones are dropped.
  package init(subject: BillComponent, components: [BillComponent], direct: [String]) {
    self.subject = subject
    var seen: Set<String> = [subject.reference]
    self.components = components.filter { seen.insert($0.reference).inserted }
      .sorted { $0.reference < $1.reference }
    let known = Set(self.components.map(\.reference))
    self.direct = Set(direct).intersection(known).sorted()
  }
}
