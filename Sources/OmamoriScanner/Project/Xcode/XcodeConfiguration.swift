/// A build configuration of a project or target.
struct XcodeConfiguration: Sendable {
  /// The name, such as `Release`.
  let name: String
  /// The settings written in the project file.
  let settings: [BuildSetting]
  /// The settings of the configuration file it is based on.
  let baseSettings: [BuildSetting]
}
