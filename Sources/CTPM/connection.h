// One connection to the TPM with everything that was made on it, so that closing it leaves nothing behind.

#pragma once

#include "library.h"

#if OMTPM_HAS_TSS
#include <stdbool.h>

typedef struct connection {
  const omtpm_library *tss;
  TSS2_TCTI_CONTEXT *tcti;
  ESYS_CONTEXT *esys;
  /// The storage key, a session salted with it, a policy session, and a loaded object; ESYS_TR_NONE for none.
  ESYS_TR parent;
  ESYS_TR session;
  ESYS_TR policy;
  ESYS_TR object;
  /// A counter, which is known to the TSS only and stays in the TPM.
  ESYS_TR counter;
} connection;

#define OMTPM_RESULT(step, code) ((omtpm_result){(step), (code)})
#define OMTPM_OK OMTPM_RESULT(OMTPM_DONE, 0)

/// Opens a connection and starts the TPM if nobody did. It is to be closed in every case.
omtpm_result connection_open(connection *c, const omtpm_library *library, omtpm_target target);

/// Removes everything of the connection from the TPM, wipes authorisation values and closes it.
void connection_close(connection *c);

/// Makes the storage key of the TCG's profile for elliptic curves; the same one each time, from the owner's seed.
omtpm_result connection_parent(connection *c);

/// Starts a session salted with the storage key, for authorisation and for encrypting parameters.
omtpm_result connection_session(connection *c);

/// Starts a policy session salted with the storage key, or one on trial that only computes a policy's digest.
omtpm_result connection_policy(connection *c, uint32_t pcrs, bool with_pin, bool trial);

/// Chooses which way a session encrypts parameters: TPMA_SESSION_DECRYPT is to the TPM, TPMA_SESSION_ENCRYPT from it.
TSS2_RC connection_encrypt(connection *c, ESYS_TR session, TPMA_SESSION ways);

/// Removes an object or session from the TPM.
void connection_flush(connection *c, ESYS_TR *handle);

/// Copies an authorisation value without trailing zero bytes, which a TPM ignores. False when it is too long.
bool copy_auth(TPM2B_AUTH *auth, omtpm_bytes bytes);

/// Gives a handle its authorisation value, or wipes it when `bytes` is empty.
TSS2_RC connection_set_auth(connection *c, ESYS_TR handle, omtpm_bytes bytes);
#endif
