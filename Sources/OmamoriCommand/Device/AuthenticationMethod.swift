#if !canImport(Darwin)
import CommandLineKit

/// The ways in which a person can be asked.
enum AuthenticationMethod: String, CaseIterable, CommandLineValue {
  case pam, fingerprint, polkit
  case tpmPIN = "tpm-pin"
}
#endif
