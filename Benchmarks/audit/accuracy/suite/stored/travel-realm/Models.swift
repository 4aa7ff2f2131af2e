import Foundation
import RealmSwift

final class Traveller: Object {
  @Persisted(primaryKey: true) var _id: ObjectId
  @Persisted var nickname = ""
  @Persisted var passport_no: String?
  @Persisted var birthDate: Date?
  @Persisted var phoneVerified = false
  @Persisted var addressFormat = AddressFormat.local
  @Persisted var contacts: List<EmergencyContact>
}

final class EmergencyContact: EmbeddedObject {
  @Persisted var relation = ""
  @Persisted var mobile: String?
}

final class HotelLogin: Object {
  @objc dynamic var hotel = ""
  @objc dynamic var passwd: String?
  @objc dynamic var passwdDigest: String?
  @objc dynamic var loginCount = 0

  override static func primaryKey() -> String? { "hotel" }
}

enum AddressFormat: String, PersistableEnum { case local, latin }
