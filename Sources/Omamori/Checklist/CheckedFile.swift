import OmamoriCore

/// A small file that is checked: its bytes, or where it is.
///
/// A value; safe to share between threads.
public enum CheckedFile: Sendable, Hashable {
  /// The whole file.
  case bytes([UInt8])
  /// Where it is.
  case path(String)

  /// The bytes; a file is read on a thread of its own.
  ///
  /// - Parameter limit: The most bytes.
  /// - Returns: The bytes, or `nil` when it cannot be read, is no ordinary file or has more bytes.
  func read(limit: Int) async -> [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes.count <= limit ? bytes : nil
    case .path(let path):
      await withCheckedContinuation { continuation in
        let isStarted = OwnThread.start { continuation.resume(returning: Self.read(path, limit: limit)) }
        if !isStarted { continuation.resume(returning: nil) }
      }
    }
  }

  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      // Reading a pipe or a device may never end.
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
      guard let size = attributes[.size] as? Int, size <= limit else { return nil }
      return [UInt8](try Data(contentsOf: url))
    } catch {
      return nil
    }
  }
}
