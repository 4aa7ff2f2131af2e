#if canImport(Darwin)
import Darwin
import MachO
#endif

/// The views that the system offers.
enum SystemView {
  /// The calling process.
  static var ownProcess: any ProcessView {
    #if canImport(Darwin)
    DarwinProcess()
    #else
    ProcFolder.ownProcess
    #endif
  }

  /// Another process; on Apple systems no process can look at another without an entitlement.
  static func process(_ number: Int32) throws(DeviceError) -> any ProcessView {
    #if canImport(Darwin)
    throw .unsupported
    #else
    ProcFolder.process(number)
    #endif
  }
}

#if canImport(Darwin)
/// The calling process, as far as an app may look at itself.
struct DarwinProcess: ProcessView {
  let subject = IntegritySubject.thisProcess
  let seesAllMemory = false

  func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 {
    try Self.refuseSecondOpinion(route)
    var query: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
    // because the structure holds addresses of the kernel, and nothing here follows them
    var answer = unsafe kinfo_proc()
    var size = unsafe MemoryLayout<kinfo_proc>.stride  // because only the size is asked for
    // because both live during the call, with the sizes given
    guard unsafe sysctl(&query, UInt32(query.count), &answer, &size, nil, 0) == 0 else {
      throw .system(code: errno)
    }
    guard unsafe size >= MemoryLayout<kinfo_proc>.size else { throw .process(.unreadable) }
    // because the flags are a number, which the call filled in
    return unsafe answer.kp_proc.p_flag & P_TRACED != 0 ? -1 : 0
  }

  /// The images that the loader lists; it gives no addresses of parts, only where each begins.
  func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping] {
    try Self.refuseSecondOpinion(route)
    return (0..<_dyld_image_count()).compactMap { index in
      // because the loader keeps names of loaded images, and an index that is gone meanwhile has none
      guard let name = unsafe _dyld_get_image_name(index), let header = unsafe _dyld_get_image_header(index)
      else {
        return nil
      }
      let address = UInt64(UInt(bitPattern: header))
      return unsafe MemoryMapping(
        start: address, end: address, access: [.read, .execute], path: String(cString: name))
    }
  }

  /// There is one way to ask, so that nothing can be compared with it.
  private static func refuseSecondOpinion(_ route: ObservationRoute) throws(DeviceError) {
    guard route == .kernel else { throw .unsupported }
  }

  /// The variables as they are now; the loader removes none, but the program may have.
  func startVariables() throws(DeviceError) -> [StartVariable] {
    ["DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"].compactMap { name in
      // because nothing changes the environment while it is read
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe StartVariable(name, String(cString: value))
    }
  }
}
#endif
