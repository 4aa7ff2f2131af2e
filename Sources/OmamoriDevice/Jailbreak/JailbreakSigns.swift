/// What jailbreaks leave on a device, with names that may stand in a report.
///
/// Sources: the file list of MASTG-KNOW-0084, the tools of MASTG-KNOW-0087, and the folder of rootless jailbreaks.
enum JailbreakSigns {
  /// How much a path says.
  enum Weight: Hashable {
    /// Only jailbreaks and their tools have it.
    case telling
    /// Other Unix systems have it too; iOS should not.
    case ordinary
  }

  /// A path and the name that it has in reports.
  struct Path: Hashable {
    let name: String
    let path: String
    let weight: Weight
  }

  static let paths: [Path] =
    telling.map { Path(name: $0, path: $1, weight: .telling) }
    + ordinary.map { Path(name: $0, path: $1, weight: .ordinary) }

  private static let telling: KeyValuePairs = [
    "rootless": "/var/jb",
    "rootless-library": "/var/jb/usr/lib",
    "rootless-packages": "/var/jb/Library/dpkg",
    "cydia": "/Applications/Cydia.app",
    "sileo": "/Applications/Sileo.app",
    "sileo-rootless": "/var/jb/Applications/Sileo.app",
    "zebra": "/Applications/Zebra.app",
    "zebra-rootless": "/var/jb/Applications/Zebra.app",
    "filza": "/Applications/Filza.app",
    "fake-carrier": "/Applications/FakeCarrier.app",
    "icy": "/Applications/Icy.app",
    "sb-settings": "/Applications/SBSettings.app",
    "winterboard": "/Applications/WinterBoard.app",
    "substrate": "/Library/MobileSubstrate/MobileSubstrate.dylib",
    "substrate-folder": "/Library/MobileSubstrate/DynamicLibraries",
    "cydia-start": "/System/Library/LaunchDaemons/com.saurik.Cydia.Startup.plist",
    "cydia-data": "/private/var/lib/cydia",
    "stash": "/private/var/stash",
    "cydia-log": "/private/var/tmp/cydia.log",
    "frida-server": "/usr/sbin/frida-server",
    "frida-server-rootless": "/var/jb/usr/sbin/frida-server",
    "cycript": "/usr/bin/cycript",
    "cycript-library": "/usr/lib/libcycript.dylib",
  ]

  private static let ordinary: KeyValuePairs = [
    "bash": "/bin/bash",
    "apt": "/etc/apt",
    "apt-data": "/private/var/lib/apt",
    "apt-cache": "/private/var/cache/apt",
    "ssh-server": "/usr/sbin/sshd",
    "ssh-settings": "/etc/ssh/sshd_config",
    "ssh-signer": "/usr/libexec/ssh-keysign",
    "sftp-server": "/usr/libexec/sftp-server",
  ]

  /// Folders that are no links on an untouched device, and what they lead to after a jailbreak that needs the room.
  static let links: KeyValuePairs = [
    "applications": "/Applications",
    "ringtones": "/Library/Ringtones",
    "wallpaper": "/Library/Wallpaper",
    "include": "/usr/include",
    "share": "/usr/share",
  ]

  /// Parts of the names of libraries that jailbreaks and their tools put into every app.
  static let libraries: KeyValuePairs = [
    "substrate": "substrate",
    "substitute": "substitute",
    "ellekit": "ellekit",
    "hooker": "libhooker",
    "frida": "frida",
    "cycript": "cycript",
    "rootless": "/var/jb/",
    "tweak": "tweakinject",
  ]

  /// Schemes of the tools' apps; any app may claim them too.
  package static let schemes = ["cydia", "sileo", "zbra", "filza", "undecimus"]
}
