// Counters in the TPM's memory that only go up.

#define _GNU_SOURCE
#include "connection.h"

#if OMTPM_HAS_TSS
#include <string.h>

// Counted and read with the counter's own value. Wrong ones do not count against the TPM's limit, since the value is
// a key and not something to guess.
#define COUNTER_ATTRIBUTES \
  (((TPMA_NV)TPM2_NT_COUNTER << TPMA_NV_TPM2_NT_SHIFT) | TPMA_NV_AUTHWRITE | TPMA_NV_AUTHREAD | TPMA_NV_NO_DA)

/// Connects and starts a session salted with the storage key.
static omtpm_result prepare(connection *c, const omtpm_library *library, omtpm_target target) {
  omtpm_result result = connection_open(c, library, target);
  if (result.step == OMTPM_DONE) result = connection_parent(c);
  if (result.step == OMTPM_DONE) result = connection_session(c);
  return result;
}

/// Finds the counter and checks that it is one of the kind made here.
static omtpm_result find(connection *c, uint32_t index) {
  TSS2_RC rc = c->tss->Esys_TR_FromTPMPublic(c->esys, index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &c->counter);
  if (rc != TSS2_RC_SUCCESS) {
    c->counter = ESYS_TR_NONE;
    // Format one: the low six bits are the error, here "the handle is not correct".
    bool absent = (rc & 0xffff00bf) == TPM2_RC_HANDLE;
    return OMTPM_RESULT(absent ? OMTPM_NO_COUNTER : OMTPM_USE, rc);
  }
  TPM2B_NV_PUBLIC *public = NULL;
  rc = c->tss->Esys_NV_ReadPublic(c->esys, c->counter, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &public, NULL);
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_USE, rc);
  bool fits = (public->nvPublic.attributes & ~TPMA_NV_WRITTEN) == COUNTER_ATTRIBUTES && public->nvPublic.dataSize == 8;
  c->tss->Esys_Free(public);
  return fits ? OMTPM_OK : OMTPM_RESULT(OMTPM_NOT_A_COUNTER, 0);
}

static omtpm_result increment(connection *c) {
  TSS2_RC rc = connection_encrypt(c, c->session, 0);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_NV_Increment(c->esys, c->counter, c->counter, c->session, ESYS_TR_NONE, ESYS_TR_NONE);
  }
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_USE, rc);
}

static omtpm_result read(connection *c, uint64_t *value) {
  TPM2B_MAX_NV_BUFFER *data = NULL;
  TSS2_RC rc = connection_encrypt(c, c->session, TPMA_SESSION_ENCRYPT);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_NV_Read(c->esys, c->counter, c->counter, c->session, ESYS_TR_NONE, ESYS_TR_NONE, 8, 0, &data);
  }
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_USE, rc);
  bool whole = data->size == 8;
  *value = 0;
  for (size_t i = 0; whole && i < 8; i++) *value = *value << 8 | data->buffer[i];
  c->tss->Esys_Free(data);
  return whole ? OMTPM_OK : OMTPM_RESULT(OMTPM_USE, TSS2_ESYS_RC_BAD_SIZE);
}

static TSS2_RC undefine(connection *c) {
  TSS2_RC rc = connection_encrypt(c, c->session, 0);
  if (rc != TSS2_RC_SUCCESS) return rc;
  rc = c->tss->Esys_NV_UndefineSpace(c->esys, ESYS_TR_RH_OWNER, c->counter, c->session, ESYS_TR_NONE, ESYS_TR_NONE);
  // The TSS forgets the index together with the TPM.
  if (rc == TSS2_RC_SUCCESS) c->counter = ESYS_TR_NONE;
  return rc;
}

static omtpm_result define(connection *c, uint32_t index, omtpm_bytes auth) {
  const TPM2B_NV_PUBLIC public = {
      .nvPublic = {
          .nvIndex = index,
          .nameAlg = TPM2_ALG_SHA256,
          .attributes = COUNTER_ATTRIBUTES,
          .dataSize = 8,
      },
  };
  TPM2B_AUTH value;
  if (!copy_auth(&value, auth)) return OMTPM_RESULT(OMTPM_SIZE, 0);
  TSS2_RC rc = connection_encrypt(c, c->session, TPMA_SESSION_DECRYPT);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_NV_DefineSpace(c->esys, ESYS_TR_RH_OWNER, c->session, ESYS_TR_NONE, ESYS_TR_NONE, &value,
                                     &public, &c->counter);
    if (rc != TSS2_RC_SUCCESS) c->counter = ESYS_TR_NONE;
  }
  explicit_bzero(&value, sizeof value);
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_DEFINE, rc);
}

omtpm_result omtpm_counter_create(const omtpm_library *library, omtpm_target target, uint32_t index,
                                  omtpm_bytes auth, uint64_t *value) {
  connection c;
  omtpm_result result = prepare(&c, library, target);
  if (result.step == OMTPM_DONE) {
    result = define(&c, index, auth);
    if (result.step == OMTPM_DONE) {
      TSS2_RC rc = connection_set_auth(&c, c.counter, auth);
      if (rc != TSS2_RC_SUCCESS) result = OMTPM_RESULT(OMTPM_SIZE, rc);
      if (result.step == OMTPM_DONE) result = increment(&c);
      if (result.step == OMTPM_DONE) result = read(&c, value);
      if (result.step != OMTPM_DONE) (void)undefine(&c);
    }
  }
  connection_close(&c);
  return result;
}

/// Reads a counter, after counting when that is asked for.
static omtpm_result use(const omtpm_library *library, omtpm_target target, uint32_t index, omtpm_bytes auth,
                        bool count, uint64_t *value) {
  connection c;
  omtpm_result result = prepare(&c, library, target);
  if (result.step == OMTPM_DONE) result = find(&c, index);
  if (result.step == OMTPM_DONE) {
    TSS2_RC rc = connection_set_auth(&c, c.counter, auth);
    if (rc != TSS2_RC_SUCCESS) result = OMTPM_RESULT(OMTPM_SIZE, rc);
  }
  if (result.step == OMTPM_DONE && count) result = increment(&c);
  if (result.step == OMTPM_DONE) result = read(&c, value);
  connection_close(&c);
  return result;
}

omtpm_result omtpm_counter_read(const omtpm_library *library, omtpm_target target, uint32_t index, omtpm_bytes auth,
                                uint64_t *value) {
  return use(library, target, index, auth, false, value);
}

omtpm_result omtpm_counter_increment(const omtpm_library *library, omtpm_target target, uint32_t index,
                                     omtpm_bytes auth, uint64_t *value) {
  return use(library, target, index, auth, true, value);
}

omtpm_result omtpm_counter_remove(const omtpm_library *library, omtpm_target target, uint32_t index) {
  connection c;
  omtpm_result result = prepare(&c, library, target);
  if (result.step == OMTPM_DONE) result = find(&c, index);
  if (result.step == OMTPM_DONE) {
    TSS2_RC rc = undefine(&c);
    if (rc != TSS2_RC_SUCCESS) result = OMTPM_RESULT(OMTPM_DEFINE, rc);
  }
  connection_close(&c);
  return result;
}
#endif
