#if !canImport(Darwin)
import CTLS

/// Descriptors that Swift cannot make by itself, because their flags are not known to it.
enum ProbeDescriptors {
  /// An event counter that does not block and is not inherited; negative when there are none left.
  static func makeEvent() -> Int32 { omamori_probe_make_event() }
}
#endif
