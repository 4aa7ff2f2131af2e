import SwiftUI
import UIKit

// Login.storyboard の画面。
final class LoginViewController: UIViewController {
  @IBOutlet private weak var mailField: UITextField!
  @IBOutlet private weak var passwordField: UITextField!
  @IBOutlet private weak var signInButton: UIButton!

  var account: AccountModel?

  override func viewDidLoad() {
    super.viewDidLoad()
    mailField.keyboardType = .emailAddress
    passwordField.isSecureTextEntry = true
    passwordField.textContentType = .password
  }

  @IBAction private func signIn(_ sender: UIButton) {
    let mail = mailField.text ?? ""
    let password = passwordField.text ?? ""
    passwordField.text = nil
    Task { await account?.signIn(mail: mail, password: password) }
  }

  @IBAction private func signInOnWeb(_ sender: UIButton) {
    Task { await account?.signInOnWeb() }
  }

  @IBAction private func askParent(_ sender: UIButton) {
    let alert = UIAlertController(title: "保護者の確認", message: nil, preferredStyle: .alert)
    alert.addTextField { field in
      field.placeholder = "保護者のパスワード"
      field.isSecureTextEntry = true
      field.textContentType = .password
    }
    alert.addAction(UIAlertAction(title: "キャンセル", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { [weak self, weak alert] _ in
        let typed = alert?.textFields?.first?.text ?? ""
        Task { await self?.openParentSettings(typed) }
      })
    present(alert, animated: true)
  }

  private func openParentSettings(_ typed: String) async {
    do {
      guard try await PasswordVerifier.shared.accepts(typed) else { return }
      performSegue(withIdentifier: "parentSettings", sender: nil)
    } catch {
      account?.failure = "しばらく待ってから、もう一度お試しください。"
    }
  }
}

struct LoginScreen: UIViewControllerRepresentable {
  @EnvironmentObject private var account: AccountModel

  func makeUIViewController(context: Context) -> UIViewController {
    let controller = UIStoryboard(name: "Login", bundle: nil).instantiateInitialViewController()
    (controller as? LoginViewController)?.account = account
    return controller ?? UIViewController()
  }

  func updateUIViewController(_ controller: UIViewController, context: Context) {}
}
