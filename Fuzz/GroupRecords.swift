import OmamoriCore

@testable import OmamoriMessaging

/// What members of a group send, tell, change and keep, and references to attachments, have one spelling each.
///
/// The first byte chooses the reader, and the rest is its input.
func fuzzGroupRecords(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let content = Array(bytes.dropFirst())
  switch choice % 6 {
  case 0: fuzzMessage(content)
  case 1: fuzzContent(SharedSecretBytes(SecretBytes(copying: content)))
  case 2: fuzzMachine(SharedSecretBytes(SecretBytes(copying: content)))
  case 3: fuzzChange(content)
  case 4: fuzzReference(content)
  default: fuzzName(String(decoding: content, as: UTF8.self))
  }
}

private func fuzzMessage(_ bytes: [UInt8]) {
  guard let message = try? GroupMessage(decoding: bytes) else { return }
  expect(message.encoded == bytes, "one spelling for each message")
  expect(bytes.count <= GroupLimits.message, "messages are bounded")
  let unpadded = try? MessagePadding.unpad(message.body)
  if let unpadded { expect(MessagePadding.pad(unpadded) == message.body, "one padding for each text") }
}

private func fuzzContent(_ secret: SharedSecretBytes) {
  guard let content = try? GroupContent(decoding: secret) else { return }
  expect(content.encoded == secret, "one spelling for each content")
  guard case .welcome(let welcome) = content.kind, let history = try? GroupHistory(proving: welcome) else {
    return
  }
  expect(history.path.count <= GroupLimits.window + 1, "a history is bounded")
  expect(history.head.members.count <= GroupLimits.members, "members are bounded")
}

private func next(_ reader: inout ByteReader<ByteProblem>) -> SharedSecretBytes? {
  do throws(ByteProblem) {
    return SharedSecretBytes(SecretBytes(copying: try reader.field(in: 4, limit: GroupLimits.record)))
  } catch {
    return nil
  }
}

/// The records one after the other, each after its length in four bytes.
private func fuzzMachine(_ secret: SharedSecretBytes) {
  var reader = ByteReader(secret.bytes)
  var records: [GroupPart: SharedSecretBytes] = [:]
  guard let main = next(&reader), let parts = try? GroupMachine.parts(of: main) else { return }
  records[.main] = main
  for part in parts.dropFirst() { records[part] = next(&reader) }
  guard let machine = try? GroupMachine(records: records) else { return }
  let again = try? GroupMachine(records: machine.records)
  expect(again?.records == machine.records, "a state that is written is read again")
}

private func fuzzChange(_ bytes: [UInt8]) {
  guard let change = try? GroupChange(decoding: bytes) else { return }
  expect(change.encoded == bytes, "one spelling for each change")
  guard let state = try? GroupState(creation: change) else { return }
  expect(state.identifier.bytes == change.digest, "a group is named by its creation")
  expect(change.isSigned(by: state.members[0].signingKey), "the creator signed")
}

private func fuzzReference(_ bytes: [UInt8]) {
  guard let reference = try? AttachmentReference(decoding: bytes) else { return }
  expect(reference.encoded == bytes, "one spelling for each reference")
  expect(reference.suggestedName.map(AttachmentName.isAllowed) ?? true, "names are harmless")
}

private func fuzzName(_ text: String) {
  guard let name = AttachmentName.suggestion(for: text) else { return }
  expect(AttachmentName.isAllowed(name) && !name.contains("/"), "suggestions are harmless")
  expect(AttachmentName.suggestion(for: name) == name, "a suggestion stays as it is")
}
