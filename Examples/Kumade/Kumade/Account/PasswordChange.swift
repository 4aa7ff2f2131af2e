import UIKit

/// The page on which a member changes the password.
class PasswordChangeViewController: UIViewController, UITextFieldDelegate {
    @IBOutlet weak var oldPassword: UITextField!
    @IBOutlet weak var newPassword: UITextField!
    @IBOutlet weak var answerField: UITextField!
    @IBOutlet weak var nicknameField: UITextField!

    override func viewDidLoad() {
        super.viewDidLoad()
        oldPassword.isSecureTextEntry = true
        newPassword.isSecureTextEntry = true
        newPassword.textContentType = .newPassword
        answerField.placeholder = "秘密の質問の答え"
        nicknameField.placeholder = "ニックネーム"
    }

    func validate(_ text: String) -> Bool {
        let short = String(text.prefix(8))
        return !short.isEmpty
    }

    @IBAction func change(_ sender: Any) {
        guard let old = oldPassword.text, let new = newPassword.text, validate(new) else { return }
        // The old password is the one of the last sign-in.
        if old == Session.password {
            send(new)
        }
    }

    private func send(_ password: String) {
        var request = URLRequest(url: URL(string: "https://api.kumade.example/v1/password")!)
        request.httpMethod = "PUT"
        request.httpBody = try? JSONEncoder().encode(["password": password])
        URLSession.shared.dataTask(with: request).resume()
    }

    @IBAction func askForAppleAccount(_ sender: Any) {
        let alert = UIAlertController(title: "Apple Accountにサインイン", message: "続けるにはApple Accountのパスワードを入力してください。", preferredStyle: .alert)
        alert.addTextField { field in
            field.placeholder = "パスワード"
            field.isSecureTextEntry = true
        }
        alert.addAction(UIAlertAction(title: "サインイン", style: .default, handler: nil))
        present(alert, animated: true, completion: nil)
    }
}
