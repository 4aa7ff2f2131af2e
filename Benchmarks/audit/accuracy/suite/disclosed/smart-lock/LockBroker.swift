import CocoaMQTT
import Foundation

struct LockCode: Codable {
  var slot: Int
  var pin: String
  var guest: String
}

final class LockBroker {
  private let lockId: String
  private let legacy: CocoaMQTT
  private let current: CocoaMQTT

  init(lockId: String, clientId: String) {
    self.lockId = lockId
    legacy = CocoaMQTT(clientID: clientId, host: "broker.locks.example", port: 1883)
    current = CocoaMQTT(clientID: clientId, host: "broker.locks.example", port: 8883)
    current.enableSSL = true
    for client in [legacy, current] {
      client.keepAlive = 60
      _ = client.connect()
    }
  }

  func store(_ code: LockCode, firmware: Int) {
    if firmware < 3 {
      legacy.publish("locks/\(lockId)/slots/\(code.slot)", withString: code.pin, qos: .qos1) // weak: clear-text helper
    } else {
      current.publish("locks/\(lockId)/slots/\(code.slot)", withString: code.pin, qos: .qos1) // safe: clear-text
    }
    print("slot \(code.slot) stored, digits: \(code.pin.count)") // safe: log
  }

  func setPinLength(_ length: Int) {
    legacy.publish("locks/\(lockId)/pinLength", withString: String(length)) // safe: clear-text
  }
}
