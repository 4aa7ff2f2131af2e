import Foundation
import RealmSwift

struct MRZ {
  let documentNumber: String
  let dateOfBirth: Date
  let checksum: Int
}

final class TravellerStore {
  private let realm: Realm

  init() throws {
    realm = try Realm()
  }

  func scanned(_ mrz: MRZ, for traveller: Traveller) throws {
    try realm.write {
      traveller.passport_no = mrz.documentNumber // weak: store-database helper
      traveller.phoneVerified = false
    }
  }

  func create(nickname: String, born: Date, format: AddressFormat) throws {
    let traveller = Traveller()
    traveller.nickname = nickname
    traveller.birthDate = born // weak: store-database direct
    traveller.addressFormat = format // safe: store-database
    try realm.write { realm.add(traveller) }
  }

  func verified(id: ObjectId, mrz: MRZ) throws {
    try realm.write {
      realm.create(Traveller.self, value: ["_id": id, "passport_no": mrz.documentNumber], update: .modified) // weak: store-database helper
    }
  }

  func addContact(relation: String, phoneNumber: String, to traveller: Traveller) throws {
    try realm.write {
      traveller.contacts.append(EmergencyContact(value: ["relation": relation, "mobile": phoneNumber])) // weak: store-database direct
    }
  }

  func phoneConfirmed(id: ObjectId) throws {
    try realm.write {
      realm.create(Traveller.self, value: ["_id": id, "phoneVerified": true], update: .modified) // safe: store-database
    }
  }

  func anonymise(_ traveller: Traveller) throws {
    try realm.write {
      traveller.passport_no = nil // safe: store-database
      traveller.birthDate = nil
      realm.delete(traveller.contacts)
    }
  }
}
