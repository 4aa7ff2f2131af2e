import FileProvider

final class VaultExtension: NSObject {
  private let root: URL
  private let files = FileManager.default
  private let names = NamePolicy()

  init(root: URL) {
    self.root = root
    super.init()
  }

  func createItem(basedOn template: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
                  completionHandler: @escaping (Error?) -> Void) -> Progress {
    do {
      if let url {
        try files.copyItem(at: url, to: root.appendingPathComponent(template.filename)) // weak: path direct
      } else {
        let name = try names.checked(template.filename)
        try files.createDirectory(at: root.appendingPathComponent(name), withIntermediateDirectories: false) // safe: path
      }
      completionHandler(nil)
    } catch {
      completionHandler(error)
    }
    return Progress()
  }

  func modifyItem(_ item: NSFileProviderItem, changedFields: NSFileProviderItemFields, contents: URL?) throws {
    let digest = names.digest(item.itemIdentifier.rawValue)
    if changedFields.contains(.filename) {
      try rename(digest, to: item.filename)
    }
    if let contents {
      _ = try files.replaceItemAt(root.appendingPathComponent(digest), withItemAt: contents) // safe: path
    }
  }

  private func rename(_ digest: String, to filename: String) throws {
    let old = root.appendingPathComponent(digest)
    try files.moveItem(at: old, to: URL(fileURLWithPath: filename, relativeTo: root)) // weak: path helper
  }
}
