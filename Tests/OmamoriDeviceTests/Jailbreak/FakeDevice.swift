import OmamoriCore

@testable import OmamoriDevice

/// A device of a test.
struct FakeDevice: DeviceView {
  var host = AppleHost.device
  /// The paths that every way of asking finds.
  var paths: Set<String> = []
  /// The paths that only some ways find.
  var hidden: [String: Set<PathSightings.Route>] = [:]
  var links: [String: String] = [:]
  var escape = EscapeTrial.refused
  /// Whether the sandbox refuses to say anything about paths.
  var isSilent = false

  func sightings(of path: String) -> PathSightings {
    guard !isSilent else { return PathSightings([:]) }
    let routes = PathSightings.Route.allCases
    return PathSightings(
      Dictionary(
        uniqueKeysWithValues: routes.map { route in
          (route, hidden[path].map { $0.contains(route) } ?? paths.contains(path))
        }))
  }

  func destination(ofLink path: String) -> String? { links[path] }

  func tryToEscape() -> EscapeTrial { escape }
}

/// A process of a test that has loaded some libraries.
struct FakeAppProcess: ProcessView {
  let subject = IntegritySubject.thisProcess
  var images: [String] = ["/usr/lib/libSystem.B.dylib"]

  func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 { 0 }

  func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping] {
    images.map { MemoryMapping(start: 0, end: 4096, access: [.read, .execute], path: $0) }
  }
}
