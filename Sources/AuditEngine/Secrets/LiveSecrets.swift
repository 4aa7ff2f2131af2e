import OmamoriReport

/// Looks in tests, which are otherwise left out, for keys and tokens in the form of a known service.
///
/// A live key is one wherever it stands. What is found is of low severity, and nothing else is looked for.
struct LiveSecrets {
  /// The files to look at.
  let files: [SourceFile]
  /// The rules to run.
  let rules: RuleSelection

  /// Chooses from `others`, the files that an audit leaves out, with the rules of `selection` that look for keys.
  init(in others: [SourceFile], _ selection: RuleSelection) {
    files = others.filter { file in file.context == .test && file.kind.isText }
    rules = selection.onlyText { ($0 as? any LiveSecretRule).map { type(of: $0).examinesTests } ?? false }
  }

  /// Whether there is nothing to do.
  var isEmpty: Bool { files.isEmpty || rules.text.isEmpty }
}
