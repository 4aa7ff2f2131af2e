import UIKit

final class SignInController: UIViewController {
  private let memberField = UITextField()
  private let passField = UITextField()
  private let rememberSwitch = UISwitch()
  private let defaults = UserDefaults.standard

  override func viewDidLoad() {
    super.viewDidLoad()
    passField.isSecureTextEntry = true
    passField.placeholder = NSLocalizedString("signin.password", comment: "")
    defaults.register(defaults: ["rememberPassword": false, "passcodeLength": 6])
    rememberSwitch.isOn = defaults.bool(forKey: "rememberPassword")
  }

  @objc private func submit() {
    guard let member = memberField.text, let pwd = passField.text, !pwd.isEmpty else { return }
    defaults.set(rememberSwitch.isOn, forKey: "rememberPassword") // safe: store-preferences
    if rememberSwitch.isOn {
      defaults.set(pwd, forKey: "signin.last") // weak: store-preferences direct
    } else {
      defaults.removeObject(forKey: "signin.last")
    }
    Task { [weak self] in
      guard let reply = try? await LoyaltyAPI.signIn(member: member, password: pwd) else { return }
      self?.finish(reply)
    }
  }

  private func finish(_ reply: SignInReply) {
    defaults.set(reply.refreshToken, forKey: "rt") // weak: store-preferences file
    defaults.set(reply.expiresAt, forKey: "accessTokenExpiry") // safe: store-preferences
    defaults.setValue(reply.passwordAgeDays, forKey: "passwordAge") // safe: store-preferences
    let pieces = reply.accessToken.split(separator: ".")
    if pieces.count == 3 {
      let header = "Bearer " + reply.accessToken
      defaults.setValue(header, forKey: "auth.header") // weak: store-preferences helper
    }
    dismiss(animated: true)
  }
}
