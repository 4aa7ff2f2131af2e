import LocalAuthentication
import UIKit

/// Asks for Face ID when the app comes back.
class AppLock: NSObject {
    private let context = LAContext()
    private var unlocked = false

    func unlock(_ done: @escaping (Bool) -> Void) {
        context.touchIDAuthenticationAllowableReuseDuration = 300
        context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "会員証を表示します") { success, _ in
            self.unlocked = success
            done(success)
        }
    }

    @objc dynamic func isUnlocked() -> Bool {
        return unlocked
    }

    func eraseAfterConfirmation() {
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "データを消去します") { success, _ in
            if success { Session.current.erase() }
        }
    }

    /// The code of the lock screen of the app.
    func check(pin: String) -> Bool {
        return pin == UserDefaults.standard.string(forKey: "lockCode")
    }

    func mayUse(pin: String) -> Bool {
        return pin.count >= 4
    }
}
