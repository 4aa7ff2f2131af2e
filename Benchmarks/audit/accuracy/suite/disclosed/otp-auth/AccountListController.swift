import UIKit

final class AccountListController: UITableViewController {
  private var accounts: [OTPAccount] = []
  private let clipboard = Clipboard()
  var currentCode: (OTPAccount) -> String = { _ in "" }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    clipboard.place(currentCode(accounts[indexPath.row])) // safe: pasteboard
  }

  override func tableView(
    _ tableView: UITableView,
    contextMenuConfigurationForRowAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    let account = accounts[indexPath.row]
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      let export = UIAction(title: "Copy setup link") { _ in
        UIPasteboard.general.url = account.exportURI // weak: pasteboard file
      }
      let help = UIAction(title: "Copy help link") { _ in
        UIPasteboard.general.url = URL(string: "https://otp.example/help/recovery-codes") // safe: pasteboard
      }
      let recovery = UIAction(title: "Copy recovery codes") { _ in
        UIPasteboard.general.strings = self?.recoveryCodes(for: account) // weak: pasteboard helper
      }
      return UIMenu(children: [export, help, recovery])
    }
  }

  private func recoveryCodes(for account: OTPAccount) -> [String] {
    UserKeychain.strings(group: account.id.uuidString)
  }
}
