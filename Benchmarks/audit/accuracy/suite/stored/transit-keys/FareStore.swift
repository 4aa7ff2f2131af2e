import Foundation
import MMKV

final class FareStore {
  private let kv = MMKV.default()

  func remember(iban: String, autoTopUp: Bool) {
    kv?.set(iban, forKey: "topup") // weak: store-preferences direct
    kv?.set(autoTopUp, forKey: "ibanAutoTopUp") // safe: store-preferences
    kv?.set(Int32(iban.count), forKey: "ibanLength")
  }

  func remember(acctNum: String?) {
    guard let acctNum, !acctNum.isEmpty else {
      kv?.removeValue(forKey: "acct")
      return
    }
    kv?.set(acctNum, forKey: "acct") // weak: store-preferences direct
  }
}
