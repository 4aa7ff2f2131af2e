import OmamoriReport

/// What the audit keeps of one file; syntax trees are dropped as soon as it is made.
struct FileResult: Sendable {
  var findings: [Finding] = []
  var evidence: [Evidence] = []
  var skipped: SkippedFile?
  var interface: InterfaceDocument?
  var propertyList: PropertyListSource?
  var imports: Set<String> = []
  var uses: [String: [NameUse]] = [:]
  var apiUses: [APIUse] = []
  var syntaxErrors = 0
  var wasScanned = false
}
