#if os(Linux)
import Foundation
import Glibc
import OmamoriCore
import Testing

/// Core files that a debugger writes of this process.
final class CoreFiles {
  private let folder = NSTemporaryDirectory() + "omamori-core-\(getpid())"
  private var count = 0

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Has one written.
  ///
  /// - Parameter all: Whether memory that is marked to be left out is written too.
  /// - Returns: Its path.
  /// - Throws: When the debugger wrote none.
  func make(all: Bool) throws -> String {
    count += 1
    let path = "\(folder)/\(count)"
    let said = try Intruder.debugger([
      "set dump-excluded-mappings \(all ? "on" : "off")", "generate-core-file \(path)",
    ]).attack()
    try #require(FileManager.default.fileExists(atPath: path), Comment(rawValue: said))
    return path
  }

  /// A secret whose bytes stand nowhere else in their order: the marker from its end to its beginning.
  static func secret() -> SecretBytes {
    let marker = HardenedProcess.marker()
    return SecretBytes(count: marker.count) { bytes in
      for (offset, byte) in marker.enumerated() {
        bytes.storeBytes(of: byte, toByteOffset: marker.count - 1 - offset, as: UInt8.self)
      }
    }
  }

  /// Whether a core file has the bytes of such a secret.
  func holdsSecret(_ path: String) throws -> Bool {
    let core = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return core.range(of: Data(HardenedProcess.marker().reversed())) != nil
  }
}
#endif
