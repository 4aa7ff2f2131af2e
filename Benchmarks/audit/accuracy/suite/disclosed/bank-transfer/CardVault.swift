import FirebaseCrashlytics
import Foundation
import os

struct PaymentCard {
  var ccNo: String
  var cvv: Int
  var expMonth: Int
  var expYear: Int

  var masked: String { String(repeating: "•", count: max(0, ccNo.count - 4)) + ccNo.suffix(4) }
}

final class CardVault {
  private let logger = Logger(subsystem: "example.bank", category: "cards")
  private var cards: [PaymentCard] = []

  func add(_ card: PaymentCard) {
    cards.append(card)
    Crashlytics.crashlytics().setCustomValue(card.ccNo, forKey: "last_card") // weak: log direct
    Crashlytics.crashlytics().setCustomValue(cards.count, forKey: "card_count") // safe: log
    Crashlytics.crashlytics().log("added card \(card.masked)") // safe: log
  }

  func check(_ card: PaymentCard) -> Bool {
    let valid = (100...9999).contains(card.cvv)
    if !valid {
      logger.error("rejected security code \(card.cvv)") // weak: log direct
    }
    return valid
  }

  func charge(at index: Int) {
    guard cards.indices.contains(index) else {
      fatalError("no card at \(index) of \(cards.count)")
    }
    let card = cards[index]
    Crashlytics.crashlytics().log("charging " + receiptLine(card)) // weak: log helper
  }

  private func receiptLine(_ card: PaymentCard) -> String {
    String(format: "%@ %02d/%d", card.ccNo, card.expMonth, card.expYear)
  }
}
