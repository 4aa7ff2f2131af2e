// A TPM 2.0 through the TSS (ESAPI), which is opened at run time so that programs also start where it is missing.
//
// Each call opens its own connection, does one thing and closes it again, so nothing stays behind in the TPM whatever
// goes wrong. Calls block for as long as the TPM takes. They may be made from any thread.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The functions of the TSS, once its libraries are open.
typedef struct omtpm_library omtpm_library;

/// How far a call came, which together with the code says what went wrong.
typedef enum omtpm_step {
  /// Everything was done.
  OMTPM_DONE = 0,
  /// The TSS is missing, or the toolkit was built without its headers.
  OMTPM_LIBRARY,
  /// Opening the connection and starting the TPM.
  OMTPM_CONNECT,
  /// Making the storage key that other things are sealed under, which the owner has to allow.
  OMTPM_PARENT,
  /// Starting an authorisation session, or having its policy fulfilled.
  OMTPM_SESSION,
  /// Loading a sealed object.
  OMTPM_LOAD,
  /// The thing itself: creating, unsealing, reading, counting.
  OMTPM_USE,
  /// Defining or removing a counter, which the owner has to allow.
  OMTPM_DEFINE,
  /// A size is out of range; the TPM was not asked.
  OMTPM_SIZE,
  /// The sealed object is no valid encoding, or not one of the kind made here.
  OMTPM_MALFORMED,
  /// The sealed object was made by another TPM, or before this one was cleared.
  OMTPM_OTHER_PARENT,
  /// The sealed object wants a PIN and none was given; the TPM did not count this as a wrong one.
  OMTPM_PIN_MISSING,
  /// There is no such counter.
  OMTPM_NO_COUNTER,
  /// There is something else at the counter's index.
  OMTPM_NOT_A_COUNTER,
} omtpm_step;

/// What became of a call: the step that failed, and the TSS's response code (0 where the TSS was not involved).
typedef struct omtpm_result {
  omtpm_step step;
  uint32_t code;
} omtpm_result;

/// Bytes of the caller; `start` may be NULL when `count` is 0.
typedef struct omtpm_bytes {
  const void *start;
  size_t count;
} omtpm_bytes;

/// Which TPM to speak to.
typedef struct omtpm_target {
  /// The TSS's name for it, such as `device:/dev/tpmrm0`.
  const char *tcti;
  /// The owner's authorisation value, empty on most machines.
  omtpm_bytes owner_auth;
} omtpm_target;

/// The state of the protection against guessing.
typedef struct omtpm_lockout {
  /// Whether protected objects are refused at the moment.
  uint32_t locked;
  /// Wrong tries that count, and how many may.
  uint32_t tries;
  uint32_t max_tries;
  /// Seconds until one wrong try is forgotten.
  uint32_t interval;
} omtpm_lockout;

enum {
  /// The most bytes that a TPM seals.
  OMTPM_MAX_SECRET = 128,
  /// The most bytes of a PIN or another authorisation value.
  OMTPM_MAX_AUTH = 32,
  /// Room enough for every sealed object made here.
  OMTPM_MAX_SEALED = 1024,
  /// The most random bytes in one call.
  OMTPM_MAX_RANDOM = 1024,
};

/// The system's TSS, or NULL when there is none; opened once.
const omtpm_library *omtpm_library_standard(void);

/// The TSS in libraries of other names, or NULL. It stays open as long as the process runs.
const omtpm_library *omtpm_library_open(const char *esys, const char *mu, const char *tctildr);

/// Seals a secret to the TPM.
///
/// With a PIN the TPM counts wrong tries and refuses after too many. `pcrs` has a bit for each platform configuration
/// register (0 to 23, SHA-256 bank) that must have the same value again; 0 for none. `sealed_size` is the room at
/// first and then the size.
omtpm_result omtpm_seal(const omtpm_library *library, omtpm_target target, uint32_t pcrs, omtpm_bytes secret,
                        omtpm_bytes pin, void *sealed, size_t *sealed_size);

/// Opens what `omtpm_seal` made; `secret_size` is the room at first and then the size.
omtpm_result omtpm_unseal(const omtpm_library *library, omtpm_target target, uint32_t pcrs, omtpm_bytes sealed,
                          omtpm_bytes pin, void *secret, size_t *secret_size);

/// Defines a counter and counts it once, since one that never counted cannot be read.
omtpm_result omtpm_counter_create(const omtpm_library *library, omtpm_target target, uint32_t index,
                                  omtpm_bytes auth, uint64_t *value);
/// Reads a counter.
omtpm_result omtpm_counter_read(const omtpm_library *library, omtpm_target target, uint32_t index, omtpm_bytes auth,
                                uint64_t *value);
/// Adds one to a counter and reads it.
omtpm_result omtpm_counter_increment(const omtpm_library *library, omtpm_target target, uint32_t index,
                                     omtpm_bytes auth, uint64_t *value);
/// Removes a counter.
omtpm_result omtpm_counter_remove(const omtpm_library *library, omtpm_target target, uint32_t index);

/// Reads the state of the protection against guessing.
omtpm_result omtpm_lockout_state(const omtpm_library *library, omtpm_target target, omtpm_lockout *state);

/// Fills `bytes` with `count` random bytes of the TPM, encrypted on their way.
omtpm_result omtpm_random(const omtpm_library *library, omtpm_target target, void *bytes, size_t count);
