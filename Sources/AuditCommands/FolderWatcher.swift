#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
import OmamoriCore

/// The time of day where the person is.
enum WallClock {
  /// Hours, minutes and seconds, such as `14:03:22`.
  static var time: String {
    var now = time_t(Date().timeIntervalSince1970)
    // because both values outlive the call, which writes to the second one only, and nothing follows its pointer
    var parts = unsafe tm()
    _ = unsafe localtime_r(&now, &parts)
    let numbers = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}

/// Notices that something in a folder has changed, by asking again and again for names, sizes and times.
struct FolderWatcher {
  /// What is remembered of a file.
  private struct Stamp: Equatable {
    let size: UInt64
    let changed: Date

    init(_ attributes: [FileAttributeKey: Any]) {
      size = attributes[.size] as? UInt64 ?? 0
      changed = attributes[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
    }
  }

  /// No more files are watched.
  private static let limit = 50_000
  private static let period = Duration.milliseconds(500)
  /// How many periods something may go on changing: a log that is always written would keep everything waiting.
  private static let patience = 10

  private let root: String
  private let others: [String]
  private let ignored: Set<String>
  private var seen: [String: Stamp]

  /// Watches the folder at `root` and some files that may lie elsewhere, except for the files at these absolute paths.
  init(_ root: String, and others: [String] = [], except ignored: [String]) {
    (self.root, self.others, self.ignored) = (root, others, Set(ignored))
    seen = Self.stamps(below: root, and: others, except: self.ignored)
  }

  /// Comes back when something is different from the last time and has been the same for one period, as an editor may
  /// still be writing, or when it has gone on changing for some time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  mutating func waitForChange() async throws {
    var now = Self.stamps(below: root, and: others, except: ignored)
    while now == seen {
      try await Task.sleep(for: Self.period)
      now = Self.stamps(below: root, and: others, except: ignored)
    }
    for _ in 0..<Self.patience {
      try await Task.sleep(for: Self.period)
      let then = Self.stamps(below: root, and: others, except: ignored)
      let isQuiet = then == now
      now = then
      if isQuiet { break }
    }
    seen = now
  }

  /// Every file below `root`; links are not followed, and what version control and builds keep for themselves is left out.
  private static func stamps(
    below root: String, and others: [String], except ignored: Set<String>
  ) -> [String: Stamp] {
    let files = FileManager.default
    var stamps: [String: Stamp] = [:]
    for path in others {
      stamps[path] = (try? files.attributesOfItem(atPath: path)).map(Stamp.init)
    }
    var folders = [root]
    while let folder = folders.popLast(), stamps.count < limit {
      for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
        let path = folder + "/" + name
        guard let attributes = try? files.attributesOfItem(atPath: path) else { continue }
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory where ![".git", ".build", "DerivedData", ".swiftpm"].contains(name):
          folders.append(path)
        case .typeRegular where !ignored.contains(path):
          stamps[path] = Stamp(attributes)
        default: break
        }
      }
    }
    return stamps
  }
}
