import Foundation
import RealmSwift

final class Beneficiary: Object {
  @Persisted(primaryKey: true) var id = UUID()
  @Persisted var alias = ""
  @Persisted var acctNum = ""
  @Persisted var phone: String?
}

final class DeviceBinding: Object {
  @Persisted(primaryKey: true) var deviceId = ""
  @Persisted var pin: String?
  @Persisted var refreshToken: String?
}

struct Transfer: Codable {
  let beneficiary: UUID
  let acctNum: String
  let cents: Int
}
