/// A build configuration of a project or target.
struct XcodeConfiguration: Sendable {
  /// The name, such as `Release`.
  let name: String
  /// The settings written in the project file, and those of the configuration file it is based on, each by name: there
  /// may be thousands that name each other.
  let levels: [[String: [BuildSetting]]]
}
