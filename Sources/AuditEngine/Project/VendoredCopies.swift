import OmamoriReport

/// Finds copies of other people's packages by their licence: a folder with a manifest and a licence that is not the
/// one of the audited folder.
enum VendoredCopies {
  /// The folders that hold such copies.
  static func folders(in files: [SourceFile]) -> [String] {
    var licences: [String: SourceFile] = [:]
    var manifests: Set<String> = []
    for file in files where file.context == .app {
      let name = file.name.lowercased()
      if name.hasPrefix("licen") || name.hasPrefix("copying") { licences[file.folder] = file }
      if file.kind == .podspec || file.kind == .packageManifest { manifests.insert(file.folder) }
    }
    // Without a licence of its own, a tree says nothing about whose packages are in it.
    guard let own = licences[""].flatMap(content) else { return [] }
    return manifests.filter { folder in
      guard !folder.isEmpty, let other = licences[folder].flatMap(content) else { return false }
      return other != own
    }
    .sorted()
  }

  private static func content(of file: SourceFile) -> [UInt8]? {
    guard file.size <= 1 << 18 else { return nil }
    return try? file.bytes().filter { $0 > 0x20 }
  }
}
