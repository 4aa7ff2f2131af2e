import Foundation

struct CallInvite: Decodable {
  let room: UUID
  let inviteToken: String
  let tokenLifetime: Int
  let patientName: String
}

final class CallSession {
  private let logger: AppLogger
  private let audit = AuditTrail()
  private(set) var attempts = 0

  init(logger: AppLogger = SystemLogger()) {
    self.logger = logger
  }

  func join(_ invite: CallInvite) {
    attempts += 1
    logger.record("joining", ["attempt": "\(attempts)", "lifetime": "\(invite.tokenLifetime)"]) // safe: log
    logger.record("joining", ["room": invite.room.uuidString, "token": invite.inviteToken]) // weak: log file
    audit.note(invite.patientName) // safe: log
    #if DEBUG
    print("invite", invite.inviteToken) // safe: log
    #endif
  }
}
