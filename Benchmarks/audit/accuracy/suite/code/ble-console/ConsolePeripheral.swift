import CoreBluetooth
import Foundation

final class ConsolePeripheral: NSObject, CBPeripheralDelegate {
  private let transcript = NSMutableString()
  private let lineUUID = CBUUID(string: "FFE1")
  private let levelUUID = CBUUID(string: "2A19")
  let report = ConsoleReport()

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
    guard let data = characteristic.value else { return }
    switch characteristic.uuid {
    case lineUUID:
      guard let line = String(data: data, encoding: .utf8) else { return }
      NSLog(line) // weak: format direct
      NSLog("%@ (%d)", line, data.count) // safe: format
      record(line)
      report.add(line)
    case levelUUID:
      let level = Int(data.first ?? 0)
      transcript.appendFormat("battery %d%%\n", level) // safe: format
      report.level = level
    default:
      break
    }
  }

  private func record(_ line: String) {
    transcript.appendFormat(line as NSString) // weak: format helper
    transcript.appendFormat("%@\n", line) // safe: format
    transcript.append(line)
  }

  func require(_ condition: Bool, reply: CBCharacteristic) {
    guard !condition, let data = reply.value else { return }
    let reason = String(decoding: data, as: UTF8.self)
    if reason.hasPrefix("E:") {
      NSException.raise(.internalInconsistencyException, format: reason, arguments: getVaList([])) // weak: format direct
    } else {
      withVaList([reason]) { arguments in
        NSException.raise(.genericException, format: "Device said %@", arguments: arguments) // safe: format
      }
    }
  }
}
