// One connection to the TPM with everything that was made on it.

#define _GNU_SOURCE
#include "connection.h"

#if OMTPM_HAS_TSS
#include <string.h>

bool copy_auth(TPM2B_AUTH *auth, omtpm_bytes bytes) {
  if (bytes.count > OMTPM_MAX_AUTH) return false;
  memset(auth, 0, sizeof *auth);
  if (bytes.count > 0) memcpy(auth->buffer, bytes.start, bytes.count);
  auth->size = (UINT16)bytes.count;
  while (auth->size > 0 && auth->buffer[auth->size - 1] == 0) auth->size--;
  return true;
}

TSS2_RC connection_set_auth(connection *c, ESYS_TR handle, omtpm_bytes bytes) {
  TPM2B_AUTH auth;
  if (!copy_auth(&auth, bytes)) return TSS2_ESYS_RC_BAD_SIZE;
  // A whole structure is copied, so an empty one overwrites what the TSS remembered.
  TSS2_RC rc = c->tss->Esys_TR_SetAuth(c->esys, handle, &auth);
  explicit_bzero(&auth, sizeof auth);
  return rc;
}

omtpm_result connection_open(connection *c, const omtpm_library *library, omtpm_target target) {
  *c = (connection){
      .tss = library,
      .parent = ESYS_TR_NONE,
      .session = ESYS_TR_NONE,
      .policy = ESYS_TR_NONE,
      .object = ESYS_TR_NONE,
      .counter = ESYS_TR_NONE,
  };
  if (library == NULL) return OMTPM_RESULT(OMTPM_LIBRARY, 0);
  if (target.owner_auth.count > OMTPM_MAX_AUTH) return OMTPM_RESULT(OMTPM_SIZE, 0);

  TSS2_RC rc = library->Tss2_TctiLdr_Initialize(target.tcti, &c->tcti);
  if (rc != TSS2_RC_SUCCESS) {
    c->tcti = NULL;
    return OMTPM_RESULT(OMTPM_CONNECT, rc);
  }
  rc = library->Esys_Initialize(&c->esys, c->tcti, NULL);
  if (rc != TSS2_RC_SUCCESS) {
    c->esys = NULL;
    return OMTPM_RESULT(OMTPM_CONNECT, rc);
  }
  rc = library->Esys_Startup(c->esys, TPM2_SU_CLEAR);
  // "Initialize" is the TPM's word for "started already", as the firmware or the kernel have done it.
  if (rc != TSS2_RC_SUCCESS && rc != TPM2_RC_INITIALIZE) return OMTPM_RESULT(OMTPM_CONNECT, rc);
  rc = connection_set_auth(c, ESYS_TR_RH_OWNER, target.owner_auth);
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_CONNECT, rc);
}

void connection_flush(connection *c, ESYS_TR *handle) {
  if (*handle == ESYS_TR_NONE) return;
  // The result does not matter: when it fails, the TPM is gone, and what it held with it.
  (void)c->tss->Esys_FlushContext(c->esys, *handle);
  *handle = ESYS_TR_NONE;
}

void connection_close(connection *c) {
  if (c->tss == NULL) return;
  if (c->esys != NULL) {
    const omtpm_bytes nothing = {NULL, 0};
    if (c->object != ESYS_TR_NONE) (void)connection_set_auth(c, c->object, nothing);
    if (c->counter != ESYS_TR_NONE) (void)connection_set_auth(c, c->counter, nothing);
    (void)connection_set_auth(c, ESYS_TR_RH_OWNER, nothing);
    connection_flush(c, &c->object);
    connection_flush(c, &c->policy);
    connection_flush(c, &c->session);
    connection_flush(c, &c->parent);
    if (c->counter != ESYS_TR_NONE) (void)c->tss->Esys_TR_Close(c->esys, &c->counter);
    c->tss->Esys_Finalize(&c->esys);
  }
  if (c->tcti != NULL) c->tss->Tss2_TctiLdr_Finalize(&c->tcti);
}

/// AES-128-CFB, which every TPM has, for keys and for the parameters of commands.
static const TPMT_SYM_DEF parameter_cipher = {
    .algorithm = TPM2_ALG_AES,
    .keyBits.aes = 128,
    .mode.aes = TPM2_ALG_CFB,
};

omtpm_result connection_parent(connection *c) {
  const TPM2B_PUBLIC template = {
      .publicArea = {
          .type = TPM2_ALG_ECC,
          .nameAlg = TPM2_ALG_SHA256,
          .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                              TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED |
                              TPMA_OBJECT_DECRYPT,
          .parameters.eccDetail = {
              .symmetric = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB},
              .scheme.scheme = TPM2_ALG_NULL,
              .curveID = TPM2_ECC_NIST_P256,
              .kdf.scheme = TPM2_ALG_NULL,
          },
      },
  };
  const TPM2B_SENSITIVE_CREATE sensitive = {0};
  const TPM2B_DATA outside = {0};
  const TPML_PCR_SELECTION pcrs = {0};

  // Nothing is there yet to salt a session with; an unsalted one still keeps the owner's value itself off the wire.
  ESYS_TR session = ESYS_TR_NONE;
  TSS2_RC rc = c->tss->Esys_StartAuthSession(c->esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
                                             ESYS_TR_NONE, NULL, TPM2_SE_HMAC, &parameter_cipher, TPM2_ALG_SHA256,
                                             &session);
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_SESSION, rc);
  rc = connection_encrypt(c, session, 0);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_CreatePrimary(c->esys, ESYS_TR_RH_OWNER, session, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive,
                                    &template, &outside, &pcrs, &c->parent, NULL, NULL, NULL, NULL);
    if (rc != TSS2_RC_SUCCESS) c->parent = ESYS_TR_NONE;
  }
  connection_flush(c, &session);
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_PARENT, rc);
}

/// Starts a session whose key only the owner of the storage key can compute.
static TSS2_RC start_salted(connection *c, TPM2_SE kind, ESYS_TR *session) {
  TSS2_RC rc = c->tss->Esys_StartAuthSession(c->esys, c->parent, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
                                             ESYS_TR_NONE, NULL, kind, &parameter_cipher, TPM2_ALG_SHA256, session);
  if (rc != TSS2_RC_SUCCESS) *session = ESYS_TR_NONE;
  return rc;
}

omtpm_result connection_session(connection *c) {
  TSS2_RC rc = start_salted(c, TPM2_SE_HMAC, &c->session);
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_SESSION, rc);
}

TSS2_RC connection_encrypt(connection *c, ESYS_TR session, TPMA_SESSION ways) {
  return c->tss->Esys_TRSess_SetAttributes(c->esys, session, TPMA_SESSION_CONTINUESESSION | ways, 0xff);
}

omtpm_result connection_policy(connection *c, uint32_t pcrs, bool with_pin, bool trial) {
  TSS2_RC rc = start_salted(c, trial ? TPM2_SE_TRIAL : TPM2_SE_POLICY, &c->policy);
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_SESSION, rc);

  const TPML_PCR_SELECTION selection = {
      .count = 1,
      .pcrSelections[0] = {
          .hash = TPM2_ALG_SHA256,
          .sizeofSelect = 3,
          .pcrSelect = {pcrs & 0xff, (pcrs >> 8) & 0xff, (pcrs >> 16) & 0xff},
      },
  };
  const TPM2B_DIGEST current = {0};  // an empty digest stands for the registers as they are now
  rc = c->tss->Esys_PolicyPCR(c->esys, c->policy, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &current, &selection);
  if (rc == TSS2_RC_SUCCESS && with_pin) {
    rc = c->tss->Esys_PolicyAuthValue(c->esys, c->policy, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE);
  }
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_SESSION, rc);
}
#endif
