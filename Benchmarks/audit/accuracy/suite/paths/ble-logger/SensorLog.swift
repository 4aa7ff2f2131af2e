import CoreBluetooth
import Darwin

struct SensorFrame: Decodable {
  let station: String
  let channel: UInt8
  let samples: [Double]
}

final class SensorLog: NSObject, CBPeripheralDelegate {
  private let logs = URL.documentsDirectory.appending(path: "Logs")
  private let writer = FrameWriter()

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
    guard let value = characteristic.value, let frame = try? JSONDecoder().decode(SensorFrame.self, from: value) else { return }
    let line = frame.samples.map(String.init(describing:)).joined(separator: ";") + "\n"
    writer.append(line, to: logs.appending(path: frame.station))
    writer.append(line, toChannel: frame.channel, in: logs)
  }

  func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
    guard let name = peripheral.name else { return }
    let descriptor = open(logs.path + "/" + name + ".csv", O_CREAT | O_WRONLY, 0o600) // weak: path direct
    close(descriptor)
    let indexed = open(logs.path + "/" + peripheral.identifier.uuidString + ".csv", O_CREAT | O_WRONLY, 0o600) // safe: path
    close(indexed)
  }

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
    let stream = OutputStream(toFileAtPath: logs.appending(path: "rssi-\(RSSI.intValue).log").path, append: true) // safe: path
    stream?.open()
    stream?.close()
  }
}
