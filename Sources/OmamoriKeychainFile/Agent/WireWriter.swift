import OmamoriCore
import OmamoriKeychain

/// Writes a message of the agent's protocol into memory that is wiped.
///
/// Numbers are big-endian; texts and bytes have their length in front.
struct WireWriter: ~Copyable {
  private var room: SecretBytes
  private(set) var count = 0

  init() { room = SecretBytes(count: 1000) { _ in } }

  /// What was written.
  var message: SecretBytes { SecretBytes(copying: room.bytes.extracting(0..<count)) }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(_ value: Number) {
    // because the buffer stays inside the closure
    unsafe withUnsafeBytes(of: value.bigEndian) { unsafe append($0) }
  }

  mutating func flag(_ value: Bool) { number(value ? UInt8(1) : 0) }

  mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { buffer in
      number(UInt32(clamping: buffer.count))
      unsafe append(UnsafeRawBufferPointer(buffer))  // because the buffer stays inside the closure
    }
  }

  mutating func data(_ value: Data) {
    number(UInt32(clamping: value.count))
    // because the buffer stays inside the closure
    unsafe value.withUnsafeBytes { unsafe append($0) }
  }

  mutating func secret(_ value: SharedSecretBytes?) {
    flag(value != nil)
    guard let value else { return }
    number(UInt32(clamping: value.count))
    reserve(value.count)
    value.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }
  }

  /// Writes whether there is a value, and the value.
  mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    room.withMutableBytes { room in
      // because both buffers stay inside the closures, and there is room for the second behind what is filled
      unsafe room.withUnsafeMutableBytes { target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: bytes)
      }
    }
    count += bytes.count
  }

  /// Makes room for so many bytes; what was there is wiped.
  private mutating func reserve(_ more: Int) {
    guard count + more > room.count else { return }
    let filled = count
    let larger = SecretBytes(count: max(room.count * 2, count + more)) { target in
      // because both buffers stay inside the closures, and the target is the larger one
      unsafe target.withUnsafeMutableBytes { target in
        unsafe room.bytes.extracting(0..<filled).withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      }
    }
    room = larger
  }
}

// Errors as the agent's protocol writes them: the name of the case and its numbers.
extension WireWriter {
  mutating func error(_ error: KeychainError) {
    switch error {
    case .lockedOut(let seconds): write("lockedOut", Int64(seconds ?? -1))
    case .corrupt(let place): write("corrupt", "\(place)")
    case .rolledBack(let expected, let found):
      write("rolledBack", Int64(bitPattern: expected), Int64(bitPattern: found))
    case .anchorBehind(let recorded, let found):
      write("anchorBehind", Int64(bitPattern: recorded), Int64(bitPattern: found))
    case .unavailable(let service): write("unavailable", "\(service)")
    case .unknownAttribute(let attribute): write("unknownAttribute", attribute.rawValue)
    case .invalidRequest(let fault): write("invalidRequest", "\(fault)")
    case .classification(let fault): write("classification", "\(fault)")
    case .tooMany(let limit): write("tooMany", Int64(limit))
    case .tooLarge(let limit): write("tooLarge", Int64(limit))
    case .unsupported(let feature): write("unsupported", "\(feature)")
    case .newerFormat(let version): write("newerFormat", Int64(version))
    case .slot(let fault): write("slot", "\(fault)")
    case .insecurePermissions(let place): write("insecurePermissions", "\(place)")
    case .migrationFailed(let step): write("migrationFailed", Int64(step))
    case .malformedImport(let line): write("malformedImport", Int64(line ?? -1))
    case .file(let place, let code): write("file", "\(place)", Int64(code))
    case .system(let code): write("system", Int64(code))
    case .backend(let code): write("backend", Int64(code))
    case .status(let status): write("status", Int64(status))
    case .locked, .denied, .wrongCredential, .cancelled, .invalidated, .duplicate, .accessGroupDenied,
      .wrongType, .unreadableMessage, .storeExists, .diskFull, .readOnly, .contended, .busy:
      write(KeychainError.plainErrors.first { $0.error == error }?.name ?? "backend")
    }
  }

  private mutating func write(_ name: String, _ argument: String = "", _ numbers: Int64...) {
    text(name)
    text(argument)
    for index in 0..<2 { number(UInt64(bitPattern: numbers.count > index ? numbers[index] : 0)) }
  }

  private mutating func write(_ name: String, _ first: Int64, _ second: Int64 = 0) {
    write(name, "", first, second)
  }
}

// Items and queries as the agent's protocol writes them; ByteReader+Agent.swift reads them.
extension WireWriter {
  mutating func attributes(_ attributes: ItemAttributes) {
    let sorted = attributes.values.sorted { $0.key.rawValue < $1.key.rawValue }
    number(UInt32(clamping: sorted.count))
    for (attribute, value) in sorted {
      text(attribute.rawValue)
      number(value.kind.rawValue)
      switch value {
      case .text(let value): text(value)
      case .data(let value): data(value)
      case .number(let value): number(UInt64(bitPattern: value))
      case .flag(let value): flag(value)
      case .date(let value): number(value.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
  }

  mutating func accessControl(_ control: AccessControl?) {
    optional(control) { writer, control in
      writer.text(control.accessibility.rawValue)
      writer.number(control.constraints.rawValue)
    }
  }

  mutating func newItem(_ item: NewItem) {
    text(item.itemClass.rawValue)
    attributes(item.attributes)
    secret(item.secret)
    optional(item.accessGroup) { $0.text($1) }
    flag(item.isSynchronizable)
    text(item.accessibility.rawValue)
    accessControl(item.accessControl)
  }

  mutating func item(_ item: KeychainItem) {
    newItem(
      NewItem(
        item.itemClass, item.attributes, secret: item.secret, accessGroup: item.accessGroup,
        isSynchronizable: item.synchronization.isRequested, accessibility: item.accessibility,
        accessControl: item.accessControl))
    name(item.synchronization)
    name(item.protection)
    data(item.reference.data)
    data(item.version.data)
  }

  mutating func query(_ query: ItemQuery) {
    optional(query.itemClass) { $0.text($1.rawValue) }
    attributes(query.attributes)
    optional(query.accessGroup) { $0.text($1) }
    name(query.synchronizable)
    optional(query.reference) { $0.data($1.data) }
    switch query.limit {
    case .one: number(UInt8(1))
    case .all: number(UInt8(2))
    case .count(let count):
      number(UInt8(3))
      number(UInt64(bitPattern: Int64(count)))
    }
  }

  mutating func changes(_ changes: ItemChanges) {
    attributes(changes.attributes)
    secret(changes.secret)
    optional(changes.accessGroup) { $0.text($1) }
    optional(changes.isSynchronizable) { $0.flag($1) }
    optional(changes.accessibility) { $0.text($1.rawValue) }
    accessControl(changes.accessControl)
  }

  mutating func condition(_ condition: PutCondition) {
    switch condition {
    case .always: number(UInt8(1))
    case .absent: number(UInt8(2))
    case .version(let version):
      number(UInt8(3))
      data(version.data)
    }
  }

  /// What a caller brings along; whoever asks the person stays on the caller's side.
  mutating func access(_ access: ItemAccess) {
    optional(access.authenticator) { $0.name($1.kind) }
    localizedText(access.reason)
    secret(access.passphrase)
    secret(access.applicationPassword)
    flag(access.isForKeyUse)
  }

  mutating func localizedText(_ text: LocalizedText) {
    self.text(text.english)
    self.text(text.japanese)
  }

  /// A case of an enumeration, by its name.
  mutating func name<Value: CaseIterable>(_ value: Value) { text("\(value)") }
}
