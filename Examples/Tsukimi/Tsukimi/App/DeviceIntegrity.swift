import Foundation
import UIKit

// 改造端末の検出。決済まわりでだけ使う。
enum DeviceIntegrity {
  private static let suspiciousPaths = [
    "/Applications/Cydia.app",
    "/Library/MobileSubstrate/MobileSubstrate.dylib",
    "/usr/sbin/sshd",
    "/bin/bash",
  ]

  static var isTampered: Bool {
    for path in suspiciousPaths where FileManager.default.fileExists(atPath: path) {
      return true
    }
    return canOpenPackageManager()
  }

  static func canOpenPackageManager() -> Bool {
    guard let url = URL(string: "cydia://package/com.example.package") else { return false }
    return UIApplication.shared.canOpenURL(url)
  }

  /// Looks for an attached debugger before a payment.
  static func isDebuggerAttached() -> Bool {
    // TODO: sysctl の判定が CI で落ちるので一旦無効
    return false
  }

  // 起動時刻との差で時計の巻き戻しを見つける。
  static func secondsSinceBoot() -> TimeInterval {
    ProcessInfo.processInfo.systemUptime
  }
}
