package import OmamoriReport

/// What is known of the audited material as a whole, when every file has been looked at.
package struct ProjectFacts: Sendable {
  /// The files.
  package let inventory: Inventory
  /// The property lists that could be read.
  package let propertyLists: [PropertyListSource]
  /// The storyboards and xibs that could be read.
  package let interfaces: [InterfaceDocument]
  /// The files of machine code that could be read.
  package let binaries: [MachOFile]
  /// The modules that Swift files import.
  package let imports: Set<String>
  /// What the rules about single files saw.
  package let evidence: [Evidence]
  /// The interfaces that Swift files use and that have to be declared or explained somewhere else.
  package let apiUses: [APIUse]
  private let usesByName: [String: [NameUse]]

  /// Puts the facts together.
  package init(
    inventory: Inventory, propertyLists: [PropertyListSource] = [], binaries: [MachOFile] = [],
    imports: Set<String> = [],
    evidence: [Evidence] = [], uses: [String: [NameUse]] = [:], apiUses: [APIUse] = [],
    interfaces: [InterfaceDocument] = []
  ) {
    self.interfaces = interfaces
    (self.inventory, self.propertyLists, self.imports) = (inventory, propertyLists, imports)
    self.binaries = binaries
    (self.evidence, self.usesByName, self.apiUses) = (evidence, uses, apiUses)
  }

  /// Where Swift files use `name`, in the order of files and places.
  ///
  /// Only names that a rule declares in ``ProjectRule/names`` are known; of each the first uses of a file are kept.
  package func uses(of name: String) -> [NameUse] { usesByName[name] ?? [] }

  /// The property lists of `kind`.
  package func propertyLists(_ kind: FileKind) -> [PropertyListSource] {
    propertyLists.filter { $0.kind == kind }
  }
}
