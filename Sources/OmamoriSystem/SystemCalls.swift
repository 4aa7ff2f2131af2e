#if !canImport(Darwin)
import CSystemCalls

/// Calls of Linux that Swift does not import.
enum SystemCalls {
  /// Makes an event counter that does not block and is not inherited; negative when there are no descriptors left.
  static func makeEvent() -> Int32 { omamori_make_event() }

  /// Overwrites the part of the stack that functions called before have used.
  static func wipeStack() { omamori_wipe_stack() }

  /// Renames a file within a folder, or fails when the new name is taken.
  ///
  /// - Parameters:
  ///   - name: The name, with a zero at its end.
  ///   - newName: The new name, with a zero at its end.
  ///   - folder: The descriptor of the folder.
  /// - Returns: 0 or -1.
  static func renameNew(_ name: [CChar], to newName: [CChar], in folder: Int32) -> Int32 {
    // because both names end with a zero and outlive the call
    unsafe omamori_rename_new(folder, name, newName)
  }
}
#endif
