/// A shell script that runs while a target is built.
package struct XcodeScript: Sendable {
  /// The text of the script.
  package let script: String
  /// Whether it names the files it reads or writes.
  package let declaresFiles: Bool
  /// The bytes of the script in the project file.
  package let range: Range<Int>
}
