#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Asks the loader what the program brought along.
enum LoadedSymbol {
  /// Whether a function of this name is loaded, from whatever library.
  static func exists(_ name: String) -> Bool {
    #if canImport(Darwin)
    let everywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)  // because RTLD_DEFAULT is a number there
    #else
    let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    // because the name is a string that outlives the call, and the address is compared only
    return unsafe dlsym(everywhere, name) != nil
  }
}
