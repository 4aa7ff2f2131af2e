import Foundation
import OmamoriDBus
import TestSupport

/// A polkit of python-dbusmock that answers an action with what its name says.
struct MockPolkit {
  static let name = "org.freedesktop.PolicyKit1"
  static let path = "/org/freedesktop/PolicyKit1/Authority"
  static let interface = "org.freedesktop.PolicyKit1.Authority"
  private static let answers = """
    import time
    action = args[1].split('.')[-1]
    if action == 'slow': time.sleep(0.4)
    if action == 'refused': raise dbus.exceptions.DBusException('', name='\(name).Error.NotAuthorized')
    if action == 'ended': raise dbus.exceptions.DBusException('', name='\(name).Error.Cancelled')
    if action == 'unknown': raise dbus.exceptions.DBusException('', name='\(name).Error.Failed')
    details = {'polkit.dismissed': 'true'} if action == 'dismissed' else {}
    ret = (action in ('allowed', 'slow'), action in ('challenge', 'dismissed'), \
    dbus.Dictionary(details, signature='ss'))
    """

  let bus: PersonBus
  private let process: ServedProgram

  /// Starts it, by the command `before` where it is to run in another way, such as for another user.
  init(before: [String] = []) async throws {
    bus = try await PersonBus()
    process = try bus.startMock(Self.name, Self.path, Self.interface, before: before)
    try await bus.wait(for: Self.name)
    try await add("CheckAuthorization", "(sa{sv})sa{ss}us", "(bba{ss})", Self.answers)
    try await add("CancelCheckAuthorization", "s", "", "")
  }

  private func add(_ member: String, _ input: String, _ output: String, _ code: String) async throws {
    try await bus.call(
      Self.name, Self.path, PersonBus.mock, "AddMethod",
      [Self.interface, member, input, output, code].map(BusValue.string))
  }

  /// The arguments of the calls of a method.
  func calls(of member: String) async throws -> [[BusValue]] {
    let answer = try await bus.call(
      Self.name, Self.path, PersonBus.mock, "GetMethodCalls", [.string(member)])
    let calls: [BusValue] = answer.first?.elements ?? []
    return calls.compactMap { call -> [BusValue]? in
      call.elements?.last?.elements?.map { value -> BusValue in value.variantValue ?? value }
    }
  }

  func end() {
    process.end()
    bus.end()
  }
}
