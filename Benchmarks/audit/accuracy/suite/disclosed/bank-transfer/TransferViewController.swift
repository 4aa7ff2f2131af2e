import CocoaLumberjackSwift
import UIKit

final class TransferViewController: UIViewController {
  private let ibanField = UITextField()
  private let amountField = UITextField()
  private let tanField = UITextField()
  private let api = BankAPI()

  override func viewDidLoad() {
    super.viewDidLoad()
    tanField.isSecureTextEntry = true
    navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Send", style: .done, target: self, action: #selector(submit))
  }

  @objc private func submit() {
    guard let iban = ibanField.text, let tan = tanField.text, let amount = Decimal(string: amountField.text ?? "") else {
      return
    }
    DDLogInfo("Transfer of \(amount) to \(iban)") // weak: log direct
    DDLogInfo("Transfer of \(amount) to account ending \(iban.suffix(4))") // safe: log
    var entered = tan
    entered = String(repeating: "•", count: tan.count)
    DDLogDebug("TAN entered: \(entered)") // safe: log
    Task { await send(iban: iban, amount: amount, tan: tan) }
  }

  private func send(iban: String, amount: Decimal, tan: String) async {
    do {
      try await api.transfer(to: iban, amount: amount, tan: tan)
      DDLogInfo("TAN accepted") // safe: log
    } catch {
      DDLogError(failureText(iban: iban, tan: tan, error: error)) // weak: log helper
    }
  }

  private func failureText(iban: String, tan: String, error: Error) -> String {
    "transfer \(iban) with TAN \(tan): \(error)"
  }
}
