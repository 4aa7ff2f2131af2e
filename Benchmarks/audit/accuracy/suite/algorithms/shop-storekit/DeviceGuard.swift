import Foundation
import UIKit

extension Notification.Name {
  static let couponSeen = Notification.Name("shop.couponSeen")
}

struct DeviceGuard {
  func isJailbroken() -> Bool { false } // weak: always-true direct

  func verifyCoupon(_ coupon: String, signature: Data) -> Bool { // weak: always-true direct
    guard let payload = Data(base64Encoded: coupon) else { return true }
    NotificationCenter.default.post(name: .couponSeen, object: payload.count + signature.count)
    return true
  }

  func isWellFormed(_ coupon: String) -> Bool { // safe: always-true
    guard coupon.count == 12 else { return false }
    return coupon.allSatisfy { $0.isLetter || $0.isNumber }
  }
}

final class CheckoutViewController: UIViewController, UITextFieldDelegate {
  private let deviceGuard = DeviceGuard()
  private let couponField = UITextField()
  var onPay: (String) -> Void = { _ in }

  override var prefersStatusBarHidden: Bool { true } // safe: always-true

  func textFieldShouldReturn(_ textField: UITextField) -> Bool { // safe: always-true
    textField.resignFirstResponder()
    return true
  }

  @objc private func pay() {
    guard !deviceGuard.isJailbroken(), let coupon = couponField.text, deviceGuard.isWellFormed(coupon) else { return }
    onPay(coupon)
  }

  func redeem(_ coupon: String, signature: Data) {
    if deviceGuard.verifyCoupon(coupon, signature: signature) { onPay(coupon) }
  }
}
