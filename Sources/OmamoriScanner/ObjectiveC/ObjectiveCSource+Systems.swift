extension ObjectiveCSource {
  /// Whether the file is C or C++, without anything of Objective-C.
  ///
  /// A header counts as C.
  var isPlainC: Bool { !Self.objectiveCEndings.contains { text.path.hasSuffix($0) } }

  /// Whether Apple's compilers refuse the file: without any condition it takes in what only other systems have.
  var isForOtherSystem: Bool {
    imports.contains { taken in
      guard taken.isUnconditional else { return false }
      let name = taken.name.lowercased()
      return Self.otherHeaders.contains(name) || Self.otherFolders.contains { name.hasPrefix($0) }
    }
  }

  private static let objectiveCEndings = [".m", ".mm", ".M"]
  private static let otherHeaders: Set = [
    "windows.h", "windowsx.h", "winsock.h", "winsock2.h", "winnt.h", "wininet.h", "tchar.h", "conio.h",
    "dos.h",
    "os2.h", "sys/epoll.h", "sys/inotify.h", "sys/prctl.h", "sys/eventfd.h",
  ]
  private static let otherFolders = ["linux/", "android/", "alsa/", "xm/", "gdiplus"]
}
