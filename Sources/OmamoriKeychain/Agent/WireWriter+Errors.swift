#if !canImport(Darwin)
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
    case .backend(let code): write("backend", Int64(code))
    case .status(let status): write("status", Int64(status))
    case .locked, .denied, .wrongCredential, .cancelled, .invalidated, .duplicate, .accessGroupDenied,
      .wrongType, .unreadableMessage, .storeExists, .diskFull, .readOnly, .contended, .busy:
      write(WireReader.plainErrors.first { $0.error == error }?.name ?? "backend")
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
#endif
