import Foundation
import OmamoriCore
import OmamoriDBus
import TestSupport
import Testing

@Suite(.enabled(if: MockService.isPossible), .timeLimit(.minutes(2)))
struct BusConnectionTests {
  static let values: [BusValue] = [
    .byte(255), .bool(true), .bool(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
    .int64(.min), .uint64(.max), .double(-0.1), .string(""), .string("守り 🔑 \n\t"), .path("/a/b_1"),
    .signature("a{sv}"), .bytes([]), .bytes([0, 10, 255]), .array(of: "s", []),
    .array(of: "s", [.string("a"), .string("b")]),
    .array(of: "(su)", [.structure([.string("x"), .uint32(1)])]),
    .dictionary(BusDictionary(strings: ["a": "1", "b": "2"])),
    .dictionary(BusDictionary(variants: ["n": .uint32(7), "t": .array(of: "o", [.path("/")])])),
    .structure([.string("x"), .structure([.bytes([1]), .bool(true)])]),
    .variant(.structure([.variant(.int16(-3)), .double(2)])),
  ]

  @Test func valuesOfAllTypesComeBack() async throws {
    let mock = try await MockService()
    for (index, value) in Self.values.enumerated() {
      try await mock.add("Echo\(index)", value.typeSignature, value.typeSignature, "ret = args[0]")
      var answer = try await mock.call("Echo\(index)", [value])
      // dbus-python has no order of entries.
      if case .dictionary(let sent) = value, case .dictionary(let found)? = answer.first {
        #expect(found.entries.count == sent.entries.count)
        #expect(sent.entries.allSatisfy { found.entries.contains($0) })
        answer = [value]
      }
      #expect(answer == [value])
    }
  }

  @Test func severalValuesKeepTheirOrder() async throws {
    let mock = try await MockService()
    try await mock.add("Swap", "su", "us", "ret = (args[1], args[0])")
    #expect(try await mock.call("Swap", [.string("a"), .uint32(2)]) == [.uint32(2), .string("a")])
  }

  @Test func openFilesCross() async throws {
    let mock = try await MockService()
    try await mock.add(
      "Open", "", "h", "import os\nr, w = os.pipe()\nos.write(w, b'hi')\nret = dbus.types.UnixFd(r)")
    let answer = try await mock.call("Open")
    let descriptor = try #require(answer.first?.descriptorValue)
    let file = FileHandle(fileDescriptor: descriptor.number, closeOnDealloc: false)
    #expect(try file.read(upToCount: 2) == Data("hi".utf8))
    try await mock.add("Take", "h", "b", "import os\nret = os.isatty(args[0].take()) or True")
    #expect(try await mock.call("Take", [.descriptor(descriptor)]) == [.bool(true)])
  }

  @Test(arguments: [0, 1, 4096, 1 << 20])
  func bigSecretsCross(count: Int) async throws {
    let mock = try await MockService()
    try await mock.add("Echo", "ay", "ay", "ret = args[0]")
    let secret = SharedSecretBytes(try SecretBytes(randomCount: count))
    let answer = try await mock.call(
      "Echo", [.secret(secret)], isSensitive: true, timeout: .seconds(60))
    #expect(answer == [.secret(secret)])
  }

  @Test func whatIsLargerThanTheLimitIsNotRead() async throws {
    let mock = try await MockService()
    try await mock.add("Big", "", "ay", "ret = dbus.ByteArray(b'x' * 2000)")
    try await mock.add("Many", "", "ay", "ret = args")
    let connection = try await mock.bus.connect(limits: BusLimits(depth: 2, values: 10, bytes: 1000))
    let call = BusCall(MockService.name, MockService.path, MockService.name, "Big")
    await #expect(throws: BusError.malformed) { try await connection.call(call) }
    let nested = BusValue.variant(.variant(.variant(.byte(1))))
    var deep = call
    deep.arguments = [nested]
    await #expect(throws: BusError.invalidArgument) { try await connection.call(deep) }
  }

  @Test func argumentsThatCannotBeSentAreRefused() async throws {
    let mock = try await MockService()
    let impossible: [BusValue] = [
      .string("a\0b"), .path("no path"), .signature("("), .array(of: "s", [.uint32(1)]),
      .array(of: "", []), .structure([]), .dictionary(BusDictionary(keyType: "v", valueType: "s", [])),
    ]
    for value in impossible {
      await #expect(throws: BusError.invalidArgument) { try await mock.call("Echo", [value]) }
    }
    for name in ["", "a\0", "no name", "a..b"] {
      let call = BusCall(name, "/", "org.example.A", "B")
      await #expect(throws: BusError.invalidArgument) { try await mock.connection.call(call) }
    }
    try await mock.add("Alive", "", "", "")
    #expect(try await mock.call("Alive") == [])
  }

  @Test func errorsKeepTheirNames() async throws {
    let mock = try await MockService()
    try await mock.add(
      "Fail", "", "", "raise dbus.exceptions.DBusException('secret text', name='org.example.Oh.No')")
    await #expect(throws: BusError.refused(name: "org.example.Oh.No")) { try await mock.call("Fail") }
    let unknown = BusError.refused(name: "org.freedesktop.DBus.Error.ServiceUnknown")
    await #expect(throws: unknown) {
      try await mock.connection.call(BusCall("org.example.Nobody", "/", "org.example.A", "B"))
    }
  }

  @Test func aSlowAnswerIsNotWaitedForAndDoesNotDisturbOthers() async throws {
    let mock = try await MockService()
    try await mock.add("Slow", "", "s", "import time\ntime.sleep(3)\nret = 'late'")
    try await mock.add("Fast", "", "s", "ret = 'now'")
    let start = ContinuousClock.now
    await #expect(throws: BusError.timedOut) {
      try await mock.call("Slow", timeout: .milliseconds(100))
    }
    #expect(ContinuousClock.now - start < .milliseconds(2500), "the late answer is not waited for")
    #expect(try await mock.call("Fast", timeout: .seconds(20)) == [.string("now")])
  }

  @Test func cancellingEndsTheWait() async throws {
    let mock = try await MockService()
    try await mock.add("Slow", "", "s", "import time\ntime.sleep(20)\nret = 'late'")
    let task = Task { () -> Result<[BusValue], BusError> in
      do throws(BusError) { return .success(try await mock.call("Slow")) } catch { return .failure(error) }
    }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    task.cancel()
    #expect(await task.value == .failure(.cancelled))
    #expect(ContinuousClock.now - start < .seconds(10))
    // A task that was cancelled before it called.
    let late = Task { () -> BusError? in
      try? await Task.sleep(for: .seconds(5))
      do throws(BusError) { try await mock.call("Slow") } catch { return error }
      return nil
    }
    late.cancel()
    #expect(await late.value == .cancelled)
  }

  @Test func aThousandCallsAtOnceAreAllAnswered() async throws {
    let mock = try await MockService()
    try await mock.add("Echo", "u", "u", "ret = args[0]")
    let sum = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for number in 0..<1000 {
        group.addTask {
          try await mock.call("Echo", [.uint32(UInt32(number))], timeout: .seconds(60)).first?.unsigned ?? 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 499_500)
  }

  @Test func theEndOfTheBusEndsCallsAndStreams() async throws {
    let mock = try await MockService()
    try await mock.add("Slow", "", "s", "import time\ntime.sleep(30)")
    let signals = try await mock.connection.signals(
      BusMatch(sender: MockService.name, interface: MockService.name))
    let task = Task { () -> BusError? in
      do throws(BusError) { try await mock.call("Slow") } catch { return error }
      return nil
    }
    try await Task.sleep(for: .milliseconds(50))
    mock.bus.end(SIGKILL)
    #expect(await task.value == .disconnected)
    for await _ in signals {}
    await #expect(throws: BusError.disconnected) { try await mock.call("Slow") }
  }

  @Test func signalsOfOthersAreNotPassedOn() async throws {
    let mock = try await MockService()
    let signals = try await mock.connection.signals(
      BusMatch(sender: MockService.name, path: MockService.path, interface: MockService.name))
    // A wider stream makes the bus deliver everything of the interface to this connection.
    let own = try await mock.bus.connect()
    try Program.output(
      of: [
        "/usr/bin/dbus-send", "--session", "--type=signal", MockService.path, "\(MockService.name).Forged",
        "string:false",
      ], environment: Program.environment(adding: mock.bus.environment))
    try await mock.emit("Real", "su", [.string("x"), .uint32(9)])
    var iterator = signals.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.member == "Real")
    #expect(first?.arguments == [.string("x"), .uint32(9)])
    _ = own
  }

  @Test func aStreamFollowsANameToItsNextOwner() async throws {
    let bus = try PrivateBus()
    let connection = try await bus.connect()
    let match = BusMatch(sender: MockService.name, interface: MockService.name, member: "Hello")
    // Nobody has the name yet.
    let signals = try await connection.signals(match)
    for round in 1...2 {
      let service = try bus.startMock(
        [MockService.name, MockService.path, MockService.name], kind: .session)
      try await bus.wait(for: MockService.name, on: connection)
      let arguments: [BusValue] = [
        .string(MockService.name), .string("Hello"), .string("i"),
        .array(of: "v", [.variant(.int32(Int32(round)))]),
      ]
      try await connection.call(
        BusCall(
          MockService.name, MockService.path, "org.freedesktop.DBus.Mock", "EmitSignal", arguments))
      service.end()
      while try await connection.call(.bus("NameHasOwner", [.string(MockService.name)])) == [.bool(true)] {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    var found: [BusValue] = []
    for await signal in signals {
      found += signal.arguments
      if found.count == 2 { break }
    }
    #expect(found == [.int32(1), .int32(2)])
  }

  @Test func aRuleCannotBeBroken() async throws {
    let bus = try PrivateBus()
    let connection = try await bus.connect()
    await #expect(throws: BusError.invalidArgument) {
      try await connection.signals(BusMatch(sender: "a.b", interface: "x',eavesdrop='true"))
    }
  }

  @Test func aBusThatIsNotThereIsUnreachable() async throws {
    await #expect(throws: BusError.unreachable(code: ENOENT)) {
      try await BusConnection.open(.address("unix:path=/nonexistent/bus"))
    }
    await #expect(throws: BusError.self) { try await BusConnection.open(.address("nonsense")) }
  }
}
