#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Names in archives are UTF-8 whatever the locale of the process is; libarchive asks the locale of its thread.
enum ArchiveLocale {
  /// Runs `work` on this thread with names in UTF-8.
  static func with<Value>(_ work: () throws -> Value) throws -> Value {
    #if canImport(Darwin)
    let name = "UTF-8"
    #else
    let name = "C.UTF-8"
    #endif
    // because the name is a string that outlives the call; without the locale names stay as they are
    let locale = unsafe newlocale(LC_CTYPE_MASK, name, nil)
    guard let locale = unsafe locale else { return try work() }
    let previous = unsafe uselocale(locale)  // because it was made above
    defer {
      // because the thread no longer uses the locale when it is freed
      unsafe uselocale(previous)
      unsafe freelocale(locale)
    }
    return try work()
  }
}
