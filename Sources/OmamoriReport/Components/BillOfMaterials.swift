/// What an app is built from: the app itself, its components and what needs what.
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

/// A component of a ``BillOfMaterials``.
package struct BillComponent: Sendable, Hashable {
  /// What a component is.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A program that people start.
    case application
    /// Code that is built into a program.
    case library
    /// A bundle of code and resources.
    case framework
  }

  /// The name by which others refer to it within the bill; unique there.
  package let reference: String
  /// What it is.
  package let kind: Kind
  /// Its name.
  package let name: String
  /// The locked version or commit, or `nil` when none is known.
  package let version: String?
  /// The package URL, or `nil` for what no package manager knows.
  ///
  /// Source: <https://github.com/package-url/purl-spec>
  package let packageURL: String?
  /// The address of its repository, or `nil`.
  package let repository: String?
  /// SHA-256 of the archive that is fetched, in hexadecimal, or `nil` when none is recorded.
  package let archiveSHA256: String?
  /// Further facts by name, such as the lock file and the commit.
  package let properties: [String: String]
  /// The references of what it needs, sorted; empty when nothing is known.
  package let needs: [String]

  /// Makes a component.
  ///
  /// - Parameters:
  ///   - reference: The name by which others refer to it.
  ///   - kind: What it is.
  ///   - name: Its name.
  ///   - version: The locked version or commit.
  ///   - packageURL: The package URL.
  ///   - repository: The address of its repository, without credentials.
  ///   - archiveSHA256: SHA-256 of the fetched archive in hexadecimal.
  ///   - properties: Further facts by name.
  ///   - needs: The references of what it needs.
  package init(
    reference: String, kind: Kind = .library, name: String, version: String? = nil, packageURL: String? = nil,
    repository: String? = nil, archiveSHA256: String? = nil, properties: [String: String] = [:],
    needs: [String] = []
  ) {
    (self.reference, self.kind, self.name, self.version) = (reference, kind, name, version)
    (self.packageURL, self.repository, self.archiveSHA256) = (packageURL, repository, archiveSHA256)
    (self.properties, self.needs) = (properties, Set(needs).sorted())
  }
}
