// What the TPM says about itself, and its random numbers.

#define _GNU_SOURCE
#include "connection.h"

#if OMTPM_HAS_TSS
#include <string.h>

/// Reads one property; those that the TPM does not have are 0.
static TSS2_RC property(connection *c, TPM2_PT which, uint32_t *value) {
  TPMS_CAPABILITY_DATA *data = NULL;
  TPMI_YES_NO more = 0;
  TSS2_RC rc = c->tss->Esys_GetCapability(c->esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
                                          TPM2_CAP_TPM_PROPERTIES, which, 1, &more, &data);
  if (rc != TSS2_RC_SUCCESS) return rc;
  const TPML_TAGGED_TPM_PROPERTY *list = &data->data.tpmProperties;
  bool found = data->capability == TPM2_CAP_TPM_PROPERTIES && list->count == 1 &&
               list->tpmProperty[0].property == which;
  *value = found ? list->tpmProperty[0].value : 0;
  c->tss->Esys_Free(data);
  return rc;
}

omtpm_result omtpm_lockout_state(const omtpm_library *library, omtpm_target target, omtpm_lockout *state) {
  connection c;
  uint32_t permanent = 0;
  omtpm_result result = connection_open(&c, library, target);
  if (result.step == OMTPM_DONE) {
    TSS2_RC rc = property(&c, TPM2_PT_PERMANENT, &permanent);
    if (rc == TSS2_RC_SUCCESS) rc = property(&c, TPM2_PT_LOCKOUT_COUNTER, &state->tries);
    if (rc == TSS2_RC_SUCCESS) rc = property(&c, TPM2_PT_MAX_AUTH_FAIL, &state->max_tries);
    if (rc == TSS2_RC_SUCCESS) rc = property(&c, TPM2_PT_LOCKOUT_INTERVAL, &state->interval);
    if (rc != TSS2_RC_SUCCESS) result = OMTPM_RESULT(OMTPM_USE, rc);
  }
  state->locked = (permanent & TPMA_PERMANENT_INLOCKOUT) != 0;
  connection_close(&c);
  return result;
}

omtpm_result omtpm_random(const omtpm_library *library, omtpm_target target, void *bytes, size_t count) {
  if (count > OMTPM_MAX_RANDOM) return OMTPM_RESULT(OMTPM_SIZE, 0);
  connection c;
  omtpm_result result = connection_open(&c, library, target);
  if (result.step == OMTPM_DONE) result = connection_parent(&c);
  if (result.step == OMTPM_DONE) result = connection_session(&c);
  size_t done = 0;
  while (result.step == OMTPM_DONE && done < count) {
    TPM2B_DIGEST *piece = NULL;
    size_t wanted = count - done < 32 ? count - done : 32;
    TSS2_RC rc = connection_encrypt(&c, c.session, TPMA_SESSION_ENCRYPT);
    if (rc == TSS2_RC_SUCCESS) {
      rc = c.tss->Esys_GetRandom(c.esys, c.session, ESYS_TR_NONE, ESYS_TR_NONE, (UINT16)wanted, &piece);
    }
    if (rc == TSS2_RC_SUCCESS && (piece->size == 0 || piece->size > wanted)) rc = TSS2_ESYS_RC_BAD_SIZE;
    if (rc == TSS2_RC_SUCCESS) {
      memcpy((uint8_t *)bytes + done, piece->buffer, piece->size);
      done += piece->size;
    } else {
      result = OMTPM_RESULT(OMTPM_USE, rc);
    }
    if (piece != NULL) {
      explicit_bzero(piece, sizeof *piece);
      c.tss->Esys_Free(piece);
    }
  }
  connection_close(&c);
  return result;
}
#endif
