#if !canImport(Darwin)
import CCurl

/// Header lines as a list of libcurl's.
// because the list is freed with this value and belongs to it alone
@safe
final class HeaderLines {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  /// Makes a list; `nil` when there is no memory for it, or a line would end early.
  init?(_ lines: [String]) {
    for line in lines {
      guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
      // because libcurl copies the line
      guard let list = unsafe curl_slist_append(pointer, line) else { return nil }
      unsafe pointer = unsafe list
    }
  }

  deinit { unsafe curl_slist_free_all(pointer) }
}
#endif
