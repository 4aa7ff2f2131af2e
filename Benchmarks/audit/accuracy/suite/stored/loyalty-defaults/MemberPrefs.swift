import CryptoKit
import Foundation

struct MemberPrefs {
  private let store = UserDefaults.standard
  let cacheKey: SymmetricKey

  func keep(_ member: Member) throws {
    store.set(member.tier.rawValue, forKey: "phoneTier") // safe: store-preferences
    store.set(member.mobilePhone, forKey: "m_phone") // weak: store-preferences file
    let card: [String: Any] = ["no": member.memberNo, "born": member.dob, "tier": member.tier.rawValue]
    store.set(card, forKey: "member.card") // weak: store-preferences file
    let json = try JSONEncoder().encode(member)
    store.set(try AES.GCM.seal(json, using: cacheKey).combined, forKey: "member.json") // safe: store-preferences
  }

  func keepUnsealed(_ member: Member) {
    guard let json = try? JSONEncoder().encode(member) else { return }
    store.set(json, forKey: "member.snapshot") // weak: store-preferences file
  }

  func forget() {
    for key in ["m_phone", "member.card", "member.json", "member.snapshot", "auth.header"] {
      store.set(nil, forKey: key) // safe: store-preferences
    }
  }
}
