import UIKit

final class CardForm: UIViewController, UITextFieldDelegate, UITextViewDelegate {
  private let holderField = UITextField()
  private let numberField = UITextField()
  private let remarkView = UITextView()
  private let counter = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    holderField.delegate = self
    numberField.delegate = self
    remarkView.delegate = self
    [holderField, numberField, remarkView, counter].forEach(view.addSubview)
  }

  func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
    let current = textField.text ?? ""
    if textField === holderField {
      let start = current.index(current.startIndex, offsetBy: range.location) // weak: length-mix direct
      return !current[start...].hasPrefix("+")
    }
    let updated = (current as NSString).replacingCharacters(in: range, with: string) // safe: length-mix
    return updated.count <= 19 && updated.allSatisfy { $0.isNumber || $0 == " " } // safe: length-mix
  }

  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    guard let changed = Range(range, in: textView.text) else { return false } // safe: length-mix
    let updated = textView.text.replacingCharacters(in: changed, with: text)
    counter.text = "\(updated.count) / 140"
    return updated.count <= 140
  }

  func prefill(_ remark: String) {
    remarkView.text = remark
    remarkView.selectedRange = NSRange(location: remark.count, length: 0) // weak: length-mix direct
  }

  func appendSignature(_ name: String) {
    remarkView.text += "\n" + name
    remarkView.selectedRange = NSRange(location: remarkView.text.utf16.count, length: 0) // safe: length-mix
    counter.attributedText = CardText.spaced(name)
  }
}
