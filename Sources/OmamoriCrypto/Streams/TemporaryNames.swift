#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// The hidden names of files that are being written, so that they can be removed when the process is interrupted.
enum TemporaryNames {
  private struct Place: Hashable {
    let folder: Int32
    let name: String
  }

  private static let places = Protected<Set<Place>>([])

  static func add(_ folder: Int32, _ name: String) {
    places.withLock { _ = $0.insert(Place(folder: folder, name: name)) }
  }

  static func remove(_ folder: Int32, _ name: String) {
    places.withLock { _ = $0.remove(Place(folder: folder, name: name)) }
  }

  static func removeAll() {
    places.withLock { places in
      for place in places {
        // because the name is a string that outlives the call
        unsafe _ = unlinkat(place.folder, place.name, 0)
      }
      places = []
    }
  }
}
