import OmamoriCore
import OmamoriCrypto

/// The attributes of a receipt or of a purchase in it, by their numbers.
struct ReceiptFieldTable {
  private let entries: [Int: [AttributeList.Entry]]

  /// The longest text that is read, in bytes.
  private static let greatestText = 512

  init(_ content: Data, greatestCount: Int) throws(DeviceError) {
    let list: AttributeList
    do throws(CryptoError) {
      list = try AttributeList(
        content, greatestSize: AppStoreReceipt.greatestSize, greatestCount: greatestCount)
    } catch {
      throw .receipt(.malformed)
    }
    entries = Dictionary(grouping: list.entries, by: \.type)
  }

  /// The values of an attribute that may occur many times.
  func repeated(_ type: Int) -> [Data] { (entries[type] ?? []).map(\.value) }

  func data(_ type: Int) throws(DeviceError) -> Data { try entry(type).value }

  func text(_ type: Int) throws(DeviceError) -> String {
    let entry = try entry(type)
    guard entry.value.count <= Self.greatestText else { throw .receipt(.malformed) }
    do throws(CryptoError) {
      return try entry.text()
    } catch {
      throw .receipt(.malformed)
    }
  }

  func optionalText(_ type: Int) throws(DeviceError) -> String? {
    entries[type] == nil ? nil : try text(type)
  }

  func count(_ type: Int) throws(DeviceError) -> Int {
    let entry = try entry(type)
    do throws(CryptoError) {
      return try entry.count()
    } catch {
      throw .receipt(.malformed)
    }
  }

  func date(_ type: Int) throws(DeviceError) -> Date {
    guard let date = try? Date.ISO8601FormatStyle().parse(try text(type)) else { throw .receipt(.malformed) }
    return date
  }

  /// `nil` for an attribute that is not there or an empty text, which stands for no date.
  func optionalDate(_ type: Int) throws(DeviceError) -> Date? {
    guard let text = try optionalText(type), !text.isEmpty else { return nil }
    return try date(type)
  }

  /// The one attribute of a type; two would leave open which of them counts.
  private func entry(_ type: Int) throws(DeviceError) -> AttributeList.Entry {
    guard let found = entries[type], found.count == 1 else { throw .receipt(.malformed) }
    return found[0]
  }
}
