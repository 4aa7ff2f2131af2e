package import Foundation

/// Where the files of this repository are.
package enum Repository {
  /// The repository.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the test target that a source file belongs to.
  package static func target(of file: String = #filePath) -> URL {
    let below = file.dropFirst(root.path.count).split(separator: "/")
    return below.prefix(2).reduce(root) { $0.appending(path: String($1)) }
  }
}
