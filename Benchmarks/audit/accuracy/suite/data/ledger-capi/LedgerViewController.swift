import SQLite3
import UIKit

final class LedgerViewController: UIViewController, UITextFieldDelegate, UIDocumentPickerDelegate {
  @IBOutlet private var payeeField: UITextField!
  @IBOutlet private var accountField: UITextField!
  @IBOutlet private var yearField: UITextField!
  @IBOutlet private var balanceLabel: UILabel!
  var store: LedgerStore!
  var archive: OpaquePointer?
  private var shown: [Entry] = []

  func textFieldDidEndEditing(_ textField: UITextField) {
    switch textField {
    case payeeField: shown = store.entries(payee: textField.text ?? "")
    case accountField: balanceLabel.text = "\(store.balance(of: textField.text ?? ""))"
    default: shown = store.entries(month: 1, year: Int(textField.text ?? "") ?? 2024)
    }
  }

  @IBAction private func attachArchive() {
    guard let year = Int(yearField.text ?? "") else { return }
    let table = Schema.tableName(forYear: year)
    sqlite3_exec(archive, "INSERT INTO entry SELECT * FROM \(table)", nil, nil, nil) // safe: sql
  }

  @IBAction private func renameAccount() {
    store.rename(account: accountField.text ?? "", to: payeeField.text ?? "")
  }

  @IBAction private func deletePayee() {
    var failure: UnsafeMutablePointer<CChar>?
    let name = payeeField.text ?? ""
    sqlite3_exec(archive, "DELETE FROM entry WHERE payee = '\(name)'", nil, nil, &failure) // weak: sql direct
    sqlite3_free(failure)
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    guard let url = urls.first, let text = try? String(contentsOf: url, encoding: .utf8) else { return }
    let lines = text.components(separatedBy: .newlines)
    var statement: OpaquePointer?
    let query = Schema.selection(for: lines[0])
    guard sqlite3_prepare_v2(archive, query, -1, &statement, nil) == SQLITE_OK else { return } // weak: sql file
    sqlite3_finalize(statement)
    for line in lines.dropFirst() {
      let cells = line.components(separatedBy: ";")
      guard cells.count == 2, let cents = Int64(cells[1]) else { continue }
      store.insert(payee: cells[0], cents: cents)
    }
  }

  func loadRules(from endpoint: URL) {
    URLSession.shared.dataTask(with: endpoint) { [store] data, _, _ in
      guard let data, let rules = try? JSONDecoder().decode([CategoryRule].self, from: data) else { return }
      store?.apply(rules)
      store?.clearTotals()
    }.resume()
  }
}
