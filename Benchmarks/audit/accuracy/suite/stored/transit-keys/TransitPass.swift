import Foundation
import SwiftyUserDefaults

extension DefaultsKeys {
  var passHolder: DefaultsKey<String?> { .init("passHolder") }
  var pinRequired: DefaultsKey<Bool> { .init("pinRequired", defaultValue: true) }
  var tokenRefreshCount: DefaultsKey<Int> { .init("tokenRefreshCount", defaultValue: 0) }
  var tapCache: DefaultsKey<Data?> { .init("tapCache") }
}

struct TransitPass {
  let passNumber: String
  let passportNo: String
  let issued: Date
}

final class PassDesk {
  func register(_ pass: TransitPass, pinRequired: Bool) {
    Defaults[\.passHolder] = pass.passportNo // weak: store-preferences helper
    Defaults[\.pinRequired] = pinRequired // safe: store-preferences
  }

  func refreshed(authToken: String) {
    Defaults[\.tokenRefreshCount] += 1 // safe: store-preferences
    Defaults[\.tapCache] = authToken.data(using: .utf8) // weak: store-preferences direct
  }
}
