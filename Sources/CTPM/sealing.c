// Sealing a secret to the TPM and opening it again.

#define _GNU_SOURCE
#include "connection.h"

#if OMTPM_HAS_TSS
#include <string.h>

// A sealed object is: the SHA-256 part of the storage key's name (32 bytes), TPM2B_PUBLIC, TPM2B_PRIVATE.
enum { NAME_SIZE = 32 };

#define ALWAYS_SET (TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT)
#define MAY_BE_SET (ALWAYS_SET | TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA)

/// Copies the hash that identifies the storage key, which differs from TPM to TPM.
static omtpm_result parent_name(connection *c, uint8_t name[NAME_SIZE]) {
  TPM2B_NAME *full = NULL;
  TSS2_RC rc = c->tss->Esys_TR_GetName(c->esys, c->parent, &full);
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_PARENT, rc);
  // Two bytes name the hash, then it follows.
  bool right_size = full->size == 2 + NAME_SIZE;
  if (right_size) memcpy(name, full->name + 2, NAME_SIZE);
  c->tss->Esys_Free(full);
  return right_size ? OMTPM_OK : OMTPM_RESULT(OMTPM_PARENT, TSS2_ESYS_RC_BAD_SIZE);
}

/// Connects and makes the storage key.
static omtpm_result prepare(connection *c, const omtpm_library *library, omtpm_target target) {
  omtpm_result result = connection_open(c, library, target);
  if (result.step == OMTPM_DONE) result = connection_parent(c);
  return result;
}

/// Computes the digest of the policy that an object sealed now has to fulfil later.
static omtpm_result policy_digest(connection *c, uint32_t pcrs, bool with_pin, TPM2B_DIGEST *digest) {
  omtpm_result result = connection_policy(c, pcrs, with_pin, true);
  if (result.step != OMTPM_DONE) return result;
  TPM2B_DIGEST *computed = NULL;
  TSS2_RC rc = c->tss->Esys_PolicyGetDigest(c->esys, c->policy, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &computed);
  connection_flush(c, &c->policy);
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_SESSION, rc);
  *digest = *computed;
  c->tss->Esys_Free(computed);
  return OMTPM_OK;
}

/// Has the TPM make the object.
static omtpm_result create(connection *c, uint32_t pcrs, omtpm_bytes secret, omtpm_bytes pin, TPM2B_PUBLIC **public,
                           TPM2B_PRIVATE **private) {
  const bool with_pin = pin.count > 0;
  TPM2B_PUBLIC template = {
      .publicArea = {
          .type = TPM2_ALG_KEYEDHASH,
          .nameAlg = TPM2_ALG_SHA256,
          // Wrong PINs count against the limit of the whole TPM; without a PIN there is nothing to guess.
          .objectAttributes = ALWAYS_SET | (with_pin ? 0 : TPMA_OBJECT_NODA) |
                              (pcrs == 0 ? TPMA_OBJECT_USERWITHAUTH : 0),
          .parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL,
      },
  };
  if (pcrs != 0) {
    omtpm_result result = policy_digest(c, pcrs, with_pin, &template.publicArea.authPolicy);
    if (result.step != OMTPM_DONE) return result;
  }

  TPM2B_SENSITIVE_CREATE sensitive = {0};
  if (!copy_auth(&sensitive.sensitive.userAuth, pin) || (with_pin && sensitive.sensitive.userAuth.size == 0)) {
    explicit_bzero(&sensitive, sizeof sensitive);
    return OMTPM_RESULT(OMTPM_SIZE, 0);
  }
  memcpy(sensitive.sensitive.data.buffer, secret.start, secret.count);
  sensitive.sensitive.data.size = (UINT16)secret.count;

  const TPM2B_DATA outside = {0};
  const TPML_PCR_SELECTION none = {0};
  TSS2_RC rc = connection_encrypt(c, c->session, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_Create(c->esys, c->parent, c->session, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template,
                             &outside, &none, private, public, NULL, NULL, NULL);
  }
  explicit_bzero(&sensitive, sizeof sensitive);
  return rc == TSS2_RC_SUCCESS ? OMTPM_OK : OMTPM_RESULT(OMTPM_USE, rc);
}

static omtpm_result seal(connection *c, uint32_t pcrs, omtpm_bytes secret, omtpm_bytes pin, uint8_t *sealed,
                         size_t *sealed_size) {
  TPM2B_PUBLIC *public = NULL;
  TPM2B_PRIVATE *private = NULL;
  omtpm_result result = connection_session(c);
  if (result.step == OMTPM_DONE) result = parent_name(c, sealed);
  if (result.step == OMTPM_DONE) result = create(c, pcrs, secret, pin, &public, &private);
  if (result.step == OMTPM_DONE) {
    size_t end = NAME_SIZE;
    TSS2_RC rc = c->tss->Tss2_MU_TPM2B_PUBLIC_Marshal(public, sealed, *sealed_size, &end);
    if (rc == TSS2_RC_SUCCESS) rc = c->tss->Tss2_MU_TPM2B_PRIVATE_Marshal(private, sealed, *sealed_size, &end);
    if (rc == TSS2_RC_SUCCESS) {
      *sealed_size = end;
    } else {
      result = OMTPM_RESULT(OMTPM_USE, rc);
    }
  }
  if (public != NULL) c->tss->Esys_Free(public);
  if (private != NULL) c->tss->Esys_Free(private);
  return result;
}

omtpm_result omtpm_seal(const omtpm_library *library, omtpm_target target, uint32_t pcrs, omtpm_bytes secret,
                        omtpm_bytes pin, void *sealed, size_t *sealed_size) {
  if (secret.count == 0 || secret.count > OMTPM_MAX_SECRET || pin.count > OMTPM_MAX_AUTH ||
      *sealed_size < OMTPM_MAX_SEALED || pcrs >> 24 != 0) {
    return OMTPM_RESULT(OMTPM_SIZE, 0);
  }
  connection c;
  omtpm_result result = prepare(&c, library, target);
  if (result.step == OMTPM_DONE) result = seal(&c, pcrs, secret, pin, sealed, sealed_size);
  connection_close(&c);
  return result;
}

/// Reads the two structures of a sealed object and accepts only the kind, and the encoding, that are made here.
static bool parse(const omtpm_library *tss, const uint8_t *bytes, size_t count, TPM2B_PUBLIC *public,
                  TPM2B_PRIVATE *private) {
  size_t end = NAME_SIZE;
  if (tss->Tss2_MU_TPM2B_PUBLIC_Unmarshal(bytes, count, &end, public) != TSS2_RC_SUCCESS) return false;
  if (tss->Tss2_MU_TPM2B_PRIVATE_Unmarshal(bytes, count, &end, private) != TSS2_RC_SUCCESS) return false;
  if (end != count) return false;

  const TPMT_PUBLIC *area = &public->publicArea;
  if (area->type != TPM2_ALG_KEYEDHASH || area->nameAlg != TPM2_ALG_SHA256) return false;
  if ((area->objectAttributes & ALWAYS_SET) != ALWAYS_SET || (area->objectAttributes & ~MAY_BE_SET) != 0) return false;
  if (area->parameters.keyedHashDetail.scheme.scheme != TPM2_ALG_NULL) return false;

  uint8_t again[OMTPM_MAX_SEALED];
  size_t written = NAME_SIZE;
  if (tss->Tss2_MU_TPM2B_PUBLIC_Marshal(public, again, sizeof again, &written) != TSS2_RC_SUCCESS) return false;
  if (tss->Tss2_MU_TPM2B_PRIVATE_Marshal(private, again, sizeof again, &written) != TSS2_RC_SUCCESS) return false;
  return written == count && memcmp(again + NAME_SIZE, bytes + NAME_SIZE, count - NAME_SIZE) == 0;
}

/// Has the TPM open the loaded object and copies the secret.
static omtpm_result open_object(connection *c, ESYS_TR session, void *secret, size_t *secret_size) {
  TPM2B_SENSITIVE_DATA *data = NULL;
  TSS2_RC rc = connection_encrypt(c, session, TPMA_SESSION_ENCRYPT);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_Unseal(c->esys, c->object, session, ESYS_TR_NONE, ESYS_TR_NONE, &data);
  }
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_USE, rc);
  bool fits = data->size <= *secret_size;
  if (fits) {
    memcpy(secret, data->buffer, data->size);
    *secret_size = data->size;
  }
  explicit_bzero(data, sizeof *data);
  c->tss->Esys_Free(data);
  return fits ? OMTPM_OK : OMTPM_RESULT(OMTPM_SIZE, 0);
}

/// Loads the object below the storage key, provided that it is the one that was there when the object was sealed.
static omtpm_result load(connection *c, const uint8_t *sealing_parent, const TPM2B_PUBLIC *public,
                         const TPM2B_PRIVATE *private) {
  // Sessions are salted with this key, so nothing goes to a TPM, or to something between, that has another one.
  uint8_t name[NAME_SIZE];
  omtpm_result result = parent_name(c, name);
  if (result.step != OMTPM_DONE) return result;
  if (memcmp(name, sealing_parent, NAME_SIZE) != 0) return OMTPM_RESULT(OMTPM_OTHER_PARENT, 0);

  result = connection_session(c);
  if (result.step != OMTPM_DONE) return result;
  TSS2_RC rc = connection_encrypt(c, c->session, TPMA_SESSION_DECRYPT);
  if (rc == TSS2_RC_SUCCESS) {
    rc = c->tss->Esys_Load(c->esys, c->parent, c->session, ESYS_TR_NONE, ESYS_TR_NONE, private, public, &c->object);
  }
  if (rc == TSS2_RC_SUCCESS) return OMTPM_OK;
  c->object = ESYS_TR_NONE;
  return OMTPM_RESULT(OMTPM_LOAD, rc);
}

/// Gives the TPM what the loaded object asks for.
static omtpm_result unseal(connection *c, uint32_t pcrs, bool with_pin, omtpm_bytes pin, void *secret,
                           size_t *secret_size) {
  if (with_pin && pin.count == 0) return OMTPM_RESULT(OMTPM_PIN_MISSING, 0);
  TSS2_RC rc = connection_set_auth(c, c->object, pin);
  if (rc != TSS2_RC_SUCCESS) return OMTPM_RESULT(OMTPM_SIZE, rc);
  if (pcrs == 0) return open_object(c, c->session, secret, secret_size);
  omtpm_result result = connection_policy(c, pcrs, with_pin, false);
  return result.step == OMTPM_DONE ? open_object(c, c->policy, secret, secret_size) : result;
}

omtpm_result omtpm_unseal(const omtpm_library *library, omtpm_target target, uint32_t pcrs, omtpm_bytes sealed,
                          omtpm_bytes pin, void *secret, size_t *secret_size) {
  if (pin.count > OMTPM_MAX_AUTH || pcrs >> 24 != 0) return OMTPM_RESULT(OMTPM_SIZE, 0);
  if (sealed.count <= NAME_SIZE || sealed.count > OMTPM_MAX_SEALED) return OMTPM_RESULT(OMTPM_MALFORMED, 0);
  if (library == NULL) return OMTPM_RESULT(OMTPM_LIBRARY, 0);

  TPM2B_PUBLIC public = {0};
  TPM2B_PRIVATE private = {0};
  if (!parse(library, sealed.start, sealed.count, &public, &private)) return OMTPM_RESULT(OMTPM_MALFORMED, 0);
  if ((public.publicArea.authPolicy.size != 0) != (pcrs != 0)) return OMTPM_RESULT(OMTPM_MALFORMED, 0);
  const bool with_pin = (public.publicArea.objectAttributes & TPMA_OBJECT_NODA) == 0;

  connection c;
  omtpm_result result = prepare(&c, library, target);
  if (result.step == OMTPM_DONE) result = load(&c, sealed.start, &public, &private);
  if (result.step == OMTPM_DONE) result = unseal(&c, pcrs, with_pin, pin, secret, secret_size);
  connection_close(&c);
  return result;
}
#endif
