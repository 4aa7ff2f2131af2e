/// An error of a module that can say that the operating system refused a call.
package protocol SystemCodeError: Error {
  /// The refusal with this error number.
  static func system(code: Int32) -> Self
}
