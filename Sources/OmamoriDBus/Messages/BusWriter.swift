import CDBus
import OmamoriCore

/// Appends values to a message.
@safe
struct BusWriter {
  private let message: OpaquePointer
  private let limits: BusLimits
  private var depth = 0

  /// Begins to write to a message, which must outlive the writer.
  init(_ message: OpaquePointer, limits: BusLimits) {
    // because the pointer is only stored, and the caller keeps the message
    unsafe (self.message, self.limits) = (message, limits)
  }

  /// Appends a value.
  ///
  /// - Throws: ``BusError/invalidArgument`` and what else keeps it from being appended.
  mutating func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try basic("y", number)
    case .bool(let flag): try basic("b", Int32(flag ? 1 : 0))
    case .int16(let number): try basic("n", number)
    case .uint16(let number): try basic("q", number)
    case .int32(let number): try basic("i", number)
    case .uint32(let number): try basic("u", number)
    case .int64(let number): try basic("x", number)
    case .uint64(let number): try basic("t", number)
    case .double(let number): try basic("d", number)
    case .string(let text): try append(text, as: "s")
    case .path(let text): try append(text, as: "o")
    case .signature(let text):
      guard BusSignature.isValid(text) else { throw .invalidArgument }
      try append(text, as: "g")
    case .descriptor(let descriptor): try basic("h", descriptor.number)
    case .bytes(let bytes):
      // because a `[UInt8]` lends exactly its bytes, and sd-bus copies them
      try check(unsafe bytes.withUnsafeBytes { unsafe append($0) })
    case .secret(let secret):
      let code = secret.withBytes { span in
        unsafe span.withUnsafeBytes { unsafe append($0) }  // because sd-bus copies the bytes
      }
      try check(code)
    case .array(let element, let values):
      guard BusSignature.isSingle(element) else { throw .invalidArgument }
      try container("a", element) { writer throws(BusError) in
        for value in values { try writer.append(value) }
      }
    case .dictionary(let dictionary):
      guard BusSignature.isBasic(dictionary.keyType), BusSignature.isSingle(dictionary.valueType) else {
        throw .invalidArgument
      }
      let entryType = dictionary.keyType + dictionary.valueType
      try container("a", "{" + entryType + "}") { writer throws(BusError) in
        for entry in dictionary.entries {
          try writer.container("e", entryType) { writer throws(BusError) in
            try writer.append(entry.key)
            try writer.append(entry.value)
          }
        }
      }
    case .structure(let members):
      guard !members.isEmpty else { throw .invalidArgument }
      try container("r", members.map(\.typeSignature).joined()) { writer throws(BusError) in
        for member in members { try writer.append(member) }
      }
    case .variant(let inner):
      try container("v", inner.typeSignature) { writer throws(BusError) in try writer.append(inner) }
    }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    // because the buffer holds count bytes and "y" needs no alignment
    unsafe omamori_bus_message_append_array(message, BusType("y").code, bytes.baseAddress, bytes.count)
  }

  private func basic<Number: BitwiseCopyable>(_ type: BusType, _ value: Number) throws(BusError) {
    // because the width of the number is that of the type; sd-bus copies it
    let code = unsafe withUnsafePointer(to: value) { pointer in
      unsafe omamori_bus_message_append_basic(message, type.code, pointer)
    }
    try check(code)
  }

  private func append(_ text: String, as type: BusType) throws(BusError) {
    guard !text.utf8.contains(0) else { throw .invalidArgument }
    // because the text lives during the call, and sd-bus copies it
    let code = unsafe text.withCString { unsafe omamori_bus_message_append_basic(message, type.code, $0) }
    try check(code)
  }

  private mutating func container(
    _ type: BusType, _ contents: String, _ body: (inout BusWriter) throws(BusError) -> Void
  ) throws(BusError) {
    guard depth < limits.depth, !contents.utf8.contains(0) else { throw .invalidArgument }
    depth += 1
    // because the text lives during the call, and sd-bus copies it
    try check(unsafe omamori_bus_message_open_container(message, type.code, contents))
    try body(&self)
    try check(unsafe omamori_bus_message_close_container(message))  // because the message outlives self
    depth -= 1
  }

  private func check(_ code: Int32) throws(BusError) {
    guard code >= 0 else { throw BusError(sending: code) }
  }
}
