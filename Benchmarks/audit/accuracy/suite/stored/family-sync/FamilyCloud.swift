import Foundation

struct Child: Codable {
  var nickname: String
  var birthDate: Date
  var bloodType: String
  var allergies: [String]
  var avatar: Int
}

final class FamilyCloud {
  private let cloud = NSUbiquitousKeyValueStore.default
  private let group = UserDefaults(suiteName: "group.example.family")

  func publish(_ child: Child, pickupPIN: String) {
    cloud.set(pickupPIN, forKey: "pickup.\(child.avatar)") // weak: store-preferences direct
    cloud.set(Int64(pickupPIN.count), forKey: "pickupPinDigits") // safe: store-preferences
    cloud.set(child.birthDate, forKey: "born.\(child.avatar)") // weak: store-preferences helper
    cloud.set(child.avatar, forKey: "birthdayAvatar") // safe: store-preferences
    cloud.synchronize()
  }

  func share(medical child: Child) {
    var sheet = [String: Any]()
    sheet["avatar"] = child.avatar
    sheet["diagnosis"] = child.allergies
    group?.set(sheet, forKey: "sheet") // weak: store-preferences helper
    group?.set(sheet.keys.sorted(), forKey: "medicalFields") // safe: store-preferences
  }

  func withdraw(_ child: Child) {
    cloud.removeObject(forKey: "pickup.\(child.avatar)")
    group?.removeObject(forKey: "sheet")
  }
}
