/// Reads what an Xcode scheme archives with.
enum SchemeReader {
  /// The configuration named by the `ArchiveAction` element, if there is one.
  static func archiveConfiguration(in text: String) -> String? {
    let parts = text.split(separator: "<ArchiveAction", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let element = parts[1].split(separator: ">", maxSplits: 1).first else {
      return nil
    }
    let attribute = element.split(
      separator: "buildConfiguration", maxSplits: 1, omittingEmptySubsequences: false)
    guard attribute.count == 2 else { return nil }
    let quoted = attribute[1].split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return quoted.count == 3 ? String(quoted[1]) : nil
  }
}
