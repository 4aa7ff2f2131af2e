#if !canImport(Darwin)
import CTPM

extension TPMError {
  /// The error that a call's result stands for, or `nil` when everything was done.
  init?(_ result: omtpm_result) {
    switch result.step {
    case OMTPM_DONE: return nil
    case OMTPM_LIBRARY: self = .unavailable(.library)
    case OMTPM_SIZE: self = .invalidLength(limit: Int(OMTPM_MAX_AUTH))
    case OMTPM_MALFORMED: self = .tampered
    case OMTPM_OTHER_PARENT: self = .otherDevice
    case OMTPM_PIN_MISSING: self = .pinMissing
    case OMTPM_NO_COUNTER: self = .counterMissing
    case OMTPM_NOT_A_COUNTER: self = .notACounter
    case OMTPM_CONNECT: self = .unavailable(.device)
    default: self.init(code: result.code, at: result.step)
    }
  }

  private init(code: UInt32, at step: omtpm_step) {
    // The third byte says who speaks: 0 and 12 hand on the TPM's own words, 10 is the connection.
    let layer = code >> 16 & 0xff
    switch layer {
    case 0, 12: self.init(response: code & 0xffff, at: step)
    case 10: self = .unavailable(.device)
    default: self = .failed(code: code)
    }
  }

  /// Reads a response code of the TPM's (TPM 2.0 Library, Part 2, 6.6).
  private init(response: UInt32, at step: omtpm_step) {
    guard response & 0x80 == 0 else {
      // Format one: the error is in six bits, the others say which handle, parameter or session it is about.
      self.init(formatOne: response & 0x3f, response, at: step)
      return
    }
    switch response {
    case 0x921: self = .lockedOut(seconds: nil)
    case 0x901...0x906, 0x907, 0x908, 0x90a, 0x920, 0x922, 0x923: self = .busy
    case 0x128: self = .systemChanged
    case 0x14b: self = .noRoom
    case 0x14c: self = .counterExists
    case 0x120: self = .unavailable(.device)
    default: self = step == OMTPM_LOAD ? .tampered : .failed(code: response)
    }
  }

  private init(formatOne error: UInt32, _ response: UInt32, at step: omtpm_step) {
    let wantsOwner = step == OMTPM_PARENT || step == OMTPM_DEFINE
    switch error {
    case 0x0e, 0x22: self = wantsOwner ? .ownerAuthorizationRequired : .wrongAuthorization
    case 0x1d: self = .systemChanged
    // The hierarchy is disabled.
    case 0x05: self = .unavailable(.device)
    default: self = step == OMTPM_LOAD ? .tampered : .failed(code: response)
    }
  }
}
#endif
