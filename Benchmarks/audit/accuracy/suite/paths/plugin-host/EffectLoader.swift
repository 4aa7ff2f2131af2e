import Darwin
import UserNotifications

final class EffectLoader: NSObject, UNUserNotificationCenterDelegate {
  private let folder = NSHomeDirectory() + "/Library/Effects"

  func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
    let info = response.notification.request.content.userInfo
    if let effect = info["effect"] as? String {
      _ = handle(for: effect)
    }
    if let preset = info["preset"] as? String, let values = NSDictionary(contentsOfFile: folder + "/" + preset) { // weak: path direct
      UserDefaults.standard.set(values.count, forKey: "presetValues")
    }
  }

  private func handle(for effect: String) -> UnsafeMutableRawPointer? {
    dlopen("\(folder)/\(effect).dylib", RTLD_NOW) // weak: path helper
  }

  func builtIn() -> UnsafeMutableRawPointer? {
    dlopen(Bundle.main.privateFrameworksPath! + "/Effects.framework/Effects", RTLD_LAZY) // safe: path
  }
}
