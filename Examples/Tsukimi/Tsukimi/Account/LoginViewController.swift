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
    passwordField.placeholder = "パスワード"
  }

  @IBAction private func signIn(_ sender: UIButton) {
    let mail = mailField.text ?? ""
    let password = passwordField.text ?? ""
    NSLog("login pressed: %@ %@", mail, password)
    Task { await account?.signIn(mail: mail, password: password) }
  }

  @IBAction private func askParent(_ sender: UIButton) {
    let alert = UIAlertController(title: "保護者の確認", message: nil, preferredStyle: .alert)
    alert.addTextField { field in
      field.placeholder = "暗証番号"
      field.keyboardType = .numberPad
    }
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { _ in
        if alert.textFields?.first?.text == "4917" {
          self.performSegue(withIdentifier: "parentSettings", sender: nil)
        }
      })
    present(alert, animated: true)
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
