#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Keeps descriptors 0, 1 and 2 for standard input, output and error.
public enum StandardDescriptors {
  /// Opens those that the process was started without, so that no file, pipe or socket takes their place.
  ///
  /// Reading such an input gives its end. Writing to such an output fails with `EBADF`. Call it before anything is opened;
  /// only the first call has an effect.
  public static func reserve() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is the one that is given. A folder can be neither read nor written, also where somebody opens
      // `/dev/stdout` anew; it is there where `/dev/null` is not.
      // because the names are strings that outlive the calls
      if number == 0, unsafe open("/dev/null", O_RDONLY) == 0 { continue }
      _ = unsafe open("/", O_RDONLY | O_DIRECTORY)
    }
  }
}
