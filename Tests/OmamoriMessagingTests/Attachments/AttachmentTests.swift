import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriMessaging

/// Files beside messages: whole, unchanged and of the right message, or not at all.
@Suite("Attachment")
struct AttachmentTests {
  private func bytes(_ count: Int, seed: UInt64 = 1) throws -> [UInt8] {
    try SeededRandomness(seed: seed).bytes(count: count)
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 65_536, 1_000_003])
  func aFileComesBack(count: Int) async throws {
    let folder = try TemporaryFolder()
    let content = try bytes(count)
    try folder.write(content, to: "file")
    let reference = try await Attachment.seal(
      .path(folder.path("file")), to: .path(folder.path("sealed")), mediaType: "image/png",
      suggestedName: "cat.png")
    #expect(reference.length == UInt64(count) && reference.suggestedName == "cat.png")
    let sealed = try folder.bytes(of: "sealed")
    #expect(reference.digest == Array(SHA256.hash(data: sealed)))
    let again = try AttachmentReference(decoding: reference.encoded)
    #expect(again == reference && "\(again)" == "<redacted>")
    try await Attachment.open(.path(folder.path("sealed")), with: again, to: folder.path("opened"))
    #expect(try folder.bytes(of: "opened") == content)
    let rights = try FileManager.default.attributesOfItem(atPath: folder.path("opened"))[.posixPermissions]
    #expect(rights as? Int == 0o600)
    #expect(try folder.names() == ["file", "opened", "sealed"])
  }

  @Test func theSizeShowsLittle() throws {
    for length: UInt64 in [0, 1, 4_095] { #expect(AttachmentBucket.size(for: length) == 4_096) }
    var last: UInt64 = 4_096
    for length: UInt64 in 4_096...200_000 {
      let size = AttachmentBucket.size(for: length)
      #expect(size > length && size >= last && (size - length) * 16 < length + 4_096)
      last = size
    }
    #expect(AttachmentBucket.size(for: AttachmentBucket.greatestLength) > AttachmentBucket.greatestLength)
  }

  /// Whatever is done to the sealed file, no file appears.
  @Test func aChangedFileDoesNotAppear() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try bytes(40_000), to: "file")
    let reference = try await Attachment.seal(
      .path(folder.path("file")), to: .path(folder.path("sealed")))
    let sealed = try folder.bytes(of: "sealed")
    var changed: [[UInt8]] = [
      [], Array(sealed.dropLast()), sealed + [0], Array(sealed.prefix(56)), Array(sealed.dropLast(16_400)),
      sealed + sealed, Array(sealed.reversed()),
    ]
    for index in [0, 23, 24, 55, 56, 16_000, sealed.count - 1] {
      var copy = sealed
      copy[index] ^= 1
      changed.append(copy)
    }
    for copy in changed {
      try folder.write(copy, to: "sealed")
      await #expect(throws: MessagingError.attachment(.damaged)) {
        try await Attachment.open(.path(folder.path("sealed")), with: reference, to: folder.path("opened"))
      }
      #expect(try folder.names() == ["file", "sealed"])
    }
  }

  @Test func filesAreNotExchanged() async throws {
    let folder = try TemporaryFolder()
    var references: [AttachmentReference] = []
    for name in ["one", "two"] {
      try folder.write(try bytes(100, seed: UInt64(references.count)), to: name)
      references.append(
        try await Attachment.seal(.path(folder.path(name)), to: .path(folder.path(name + ".sealed"))))
    }
    #expect(references[0].key != references[1].key && references[0].digest != references[1].digest)
    await #expect(throws: MessagingError.attachment(.damaged)) {
      try await Attachment.open(
        .path(folder.path("two.sealed")), with: references[0], to: folder.path("opened"))
    }
    // Somebody who knows the key seals another file with it: the digest tells.
    let file = PaddedFile(
      key: GroupCipher.key(references[0].key),
      context: AttachmentReference.context(mediaType: references[0].mediaType, suggestedName: nil),
      limit: 1 << 20
    ) { AttachmentBucket.size(for: $0) }
    try FileManager.default.removeItem(atPath: folder.path("one.sealed"))
    _ = try await file.seal(
      .path(folder.path("two")), to: .path(folder.path("one.sealed")), options: FileOptions())
    await #expect(throws: MessagingError.attachment(.damaged)) {
      try await Attachment.open(
        .path(folder.path("one.sealed")), with: references[0], to: folder.path("opened"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("opened")))
  }

  /// Another key, size, type or name opens nothing.
  @Test func everyFieldOfAReferenceCounts() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try bytes(5_000), to: "file")
    let reference = try await Attachment.seal(
      .path(folder.path("file")), to: .path(folder.path("sealed")), mediaType: "image/png",
      suggestedName: "cat.png")
    let good = reference.encoded
    for index in good.indices {
      var changed = good
      changed[index] ^= 1
      guard let other = try? AttachmentReference(decoding: changed) else { continue }
      await #expect(throws: MessagingError.attachment(.damaged), "byte \(index)") {
        try await Attachment.open(.path(folder.path("sealed")), with: other, to: folder.path("opened"))
      }
    }
    for count in good.indices {
      #expect(throws: MessagingError.attachment(.invalid)) {
        try AttachmentReference(decoding: Array(good.prefix(count)))
      }
    }
    #expect(throws: MessagingError.attachment(.invalid)) { try AttachmentReference(decoding: good + [0]) }
  }

  @Test(arguments: [
    "../x", "/etc/passwd", "a/b", "a\\b", ".", "..", ".profile", "a\u{0}b", "a\nb", "gpj.\u{202E}exe",
    "C:x", "a ", "a\u{200B}", String(repeating: "a", count: 201),
  ])
  func namesThatLeadElsewhereAreRefused(name: String) throws {
    var writer = GroupFieldWriter()
    writer.write(UInt8(1))
    writer.write(raw: [UInt8](repeating: 1, count: 64))
    writer.write(UInt64(1))
    writer.write(UInt64(4_096))
    writer.write("image/png")
    let start = writer.plain
    writer.write("good.png")
    #expect(try AttachmentReference(decoding: writer.plain).suggestedName == "good.png")
    var hostile = GroupFieldWriter()
    hostile.write(raw: start)
    hostile.write(name)
    #expect(throws: MessagingError.attachment(.invalid)) {
      try AttachmentReference(decoding: hostile.plain)
    }
    if let suggestion = AttachmentName.suggestion(for: name) {
      #expect(AttachmentName.isAllowed(suggestion))
    }
  }

  @Test func namesAreMadeHarmless() {
    let names = [
      "/home/a/写真 1.png": "写真 1.png", "..\\..\\evil.exe": "evil.exe", ".profile": "profile",
      "a\u{202E}b": "a_b", "C:x": "C_x",
    ]
    for (given, expected) in names { #expect(AttachmentName.suggestion(for: given) == expected) }
    // A mark on the dot makes another character, and the file would be hidden all the same.
    #expect(!AttachmentName.isAllowed(".\u{301}bashrc"))
    #expect(AttachmentName.suggestion(for: ".\u{301}bashrc") == "\u{301}bashrc")
    for name in ["", "/", "..", "..."] { #expect(AttachmentName.suggestion(for: name) == nil) }
  }

  @Test(arguments: ["", "png", "image/", "/png", "image/png; a=b", "image/p ng", "a/b/c", "画像/png"])
  func mediaTypesAreChecked(type: String) async throws {
    await #expect(throws: MessagingError.attachment(.invalid)) {
      try await Attachment.seal("/nowhere", to: "/nowhere.sealed", mediaType: type)
    }
  }

  @Test func whatStandsThereStays() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try bytes(10), to: "file")
    try folder.write([1, 2], to: "there")
    let reference = try await Attachment.seal(.path(folder.path("file")), to: .path(folder.path("sealed")))
    await #expect(throws: MessagingError.cryptography(.destinationExists)) {
      try await Attachment.open(.path(folder.path("sealed")), with: reference, to: folder.path("there"))
    }
    #expect(try folder.bytes(of: "there") == [1, 2])
    // A device would get bytes before the end has been verified.
    await #expect(throws: MessagingError.self) {
      try await Attachment.open(.path(folder.path("sealed")), with: reference, to: "/dev/null")
    }
  }
}
