#if canImport(Darwin)
import Darwin

/// Asks the loader what the program brought along.
enum LoadedSymbol {
  /// Whether a function of this name is loaded, from whatever library.
  static func exists(_ name: String) -> Bool {
    // because the name is a string that outlives the call, and the address is compared only
    unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -2), name) != nil
  }
}
#endif
