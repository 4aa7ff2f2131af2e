import LocalAuthentication

// 顔または指紋で日記を開く。
final class BiometricGate {
  private let wallet = PaymentService.shared

  func unlockJournal(_ completion: @escaping (Bool) -> Void) {
    let context = LAContext()
    context.evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics,
      localizedReason: "観月日記を開きます"
    ) { success, _ in
      DispatchQueue.main.async {
        if success {
          JournalSession.shared.isUnlocked = true
        }
        completion(success)
      }
    }
  }

  func confirmPayment(yen: Int, to friend: String) async throws {
    let context = LAContext()
    let allowed = try await context.evaluatePolicy(
      .deviceOwnerAuthentication, localizedReason: "\(yen)円を送ります")
    if allowed {
      try await wallet.send(yen: yen, to: friend)
    }
  }
}

final class JournalSession: ObservableObject {
  static let shared = JournalSession()

  @Published var isUnlocked = false
}
