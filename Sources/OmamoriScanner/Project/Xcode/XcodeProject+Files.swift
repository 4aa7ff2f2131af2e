extension XcodeProject {
  /// The `Info.plist` that `target` is released with, relative to the audited folder.
  func infoPlist(of target: XcodeTarget) -> String? {
    releaseValue("INFOPLIST_FILE", target: target).flatMap { path in
      ProjectPath.joined(
        folder, path.replacing("$(SRCROOT)/", with: "").replacing("$(PROJECT_DIR)/", with: ""))
    }
  }
}
