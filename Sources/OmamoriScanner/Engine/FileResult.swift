import OmamoriReport

/// What the audit keeps of one file; syntax trees are dropped as soon as it is made.
struct FileResult: Sendable {
  var findings: [Finding] = []
  /// How findings can be repaired, by their places in the list; no cache keeps it.
  var fixes: [Int: SourceFix] = [:]
  var evidence: [Evidence] = []
  /// Whether secrets were masked, so that other lines of the file may not be quoted either.
  var hasSecrets = false
  /// What masks the secrets of the file wherever it is quoted later; no cache keeps it.
  var mask: SecretMask?
  var skipped: SkippedFile?
  var interface: InterfaceDocument?
  var propertyList: PropertyListSource?
  var machO: MachOFile?
  var imports: Set<String> = []
  var uses: [String: [NameUse]] = [:]
  var apiUses: [APIUse] = []
  var exports = FileExports()
  var wants = FileWants()
  /// The functions of ``CryptoLibraries`` that the file makes.
  var madeFunctions: Set<String> = []
  var syntaxErrors = 0
  /// The suppressions in the file's comments.
  var suppressions: [SourceSuppression] = []
  var wasScanned = false
}
