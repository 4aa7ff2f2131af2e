import Combine
import Foundation
import LocalAuthentication
import Security
import SwiftUI

@MainActor
final class BankSession: ObservableObject {
  @Published private(set) var isUnlocked = false
  @Published private(set) var cards: [String] = []
  @Published private(set) var refreshToken: Data?
  @AppStorage("compactMode") var compactMode = false

  private let owner = OwnerCheck()
  private let vault = TokenVault()

  func unlockApp() {
    let (context, reason) = (LAContext(), "Unlock your accounts")
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { success, _ in // weak: biometric-unbound direct
      DispatchQueue.main.async { self.isUnlocked = success }
    }
  }

  func unlockToken() async {
    let context = LAContext()
    let policy = LAPolicy.deviceOwnerAuthenticationWithBiometrics
    let passed = try? await context.evaluatePolicy(policy, localizedReason: "Sign in") // safe: biometric-unbound
    guard passed == true else { return }
    refreshToken = try? vault.read(using: context)
  }

  func revealCards() async {
    guard await owner.confirm() else { return } // weak: biometric-unbound file
    cards = (try? vault.cardNumbers()) ?? []
  }

  func toggleCompactMode() async {
    guard await owner.confirm() else { return } // safe: biometric-unbound
    compactMode.toggle()
  }

  func approve(_ transfer: Transfer, completion: @escaping (Transfer) -> Void) {
    ask("Approve \(transfer.amount)") { completion(transfer.confirmed()) }
  }

  private func ask(_ reason: String, then action: @escaping () -> Void) {
    let policy = LAPolicy.deviceOwnerAuthenticationWithBiometrics
    LAContext().evaluatePolicy(policy, localizedReason: reason) { passed, _ in // weak: biometric-unbound helper
      if passed { DispatchQueue.main.async(execute: action) }
    }
  }
}

struct Transfer {
  var amount: Decimal
  var isConfirmed = false

  func confirmed() -> Transfer { Transfer(amount: amount, isConfirmed: true) }
}
