/// The flags that a target compiles one of its files with.
package struct XcodeCompilerFlags: Sendable {
  /// The file, relative to the audited folder.
  package let file: String
  /// The flags as they are written.
  package let flags: String
  /// The bytes of the flags in the project file.
  package let range: Range<Int>
}
