// Built where the TSS's headers are missing: every call says so.

#include "library.h"

#if !OMTPM_HAS_TSS
static const omtpm_result absent = {OMTPM_LIBRARY, 0};

const omtpm_library *omtpm_library_standard(void) { return NULL; }

const omtpm_library *omtpm_library_open(const char *esys, const char *mu, const char *tctildr) {
  (void)esys, (void)mu, (void)tctildr;
  return NULL;
}

omtpm_result omtpm_seal(const omtpm_library *library, omtpm_target target, uint32_t pcrs, omtpm_bytes secret,
                        omtpm_bytes pin, void *sealed, size_t *sealed_size) {
  (void)library, (void)target, (void)pcrs, (void)secret, (void)pin, (void)sealed, (void)sealed_size;
  return absent;
}

omtpm_result omtpm_unseal(const omtpm_library *library, omtpm_target target, uint32_t pcrs, omtpm_bytes sealed,
                          omtpm_bytes pin, void *secret, size_t *secret_size) {
  (void)library, (void)target, (void)pcrs, (void)sealed, (void)pin, (void)secret, (void)secret_size;
  return absent;
}

omtpm_result omtpm_counter_create(const omtpm_library *library, omtpm_target target, uint32_t index,
                                  omtpm_bytes auth, uint64_t *value) {
  (void)library, (void)target, (void)index, (void)auth, (void)value;
  return absent;
}

omtpm_result omtpm_counter_read(const omtpm_library *library, omtpm_target target, uint32_t index, omtpm_bytes auth,
                                uint64_t *value) {
  (void)library, (void)target, (void)index, (void)auth, (void)value;
  return absent;
}

omtpm_result omtpm_counter_increment(const omtpm_library *library, omtpm_target target, uint32_t index,
                                     omtpm_bytes auth, uint64_t *value) {
  (void)library, (void)target, (void)index, (void)auth, (void)value;
  return absent;
}

omtpm_result omtpm_counter_remove(const omtpm_library *library, omtpm_target target, uint32_t index) {
  (void)library, (void)target, (void)index;
  return absent;
}

omtpm_result omtpm_lockout_state(const omtpm_library *library, omtpm_target target, omtpm_lockout *state) {
  (void)library, (void)target, (void)state;
  return absent;
}

omtpm_result omtpm_random(const omtpm_library *library, omtpm_target target, void *bytes, size_t count) {
  (void)library, (void)target, (void)bytes, (void)count;
  return absent;
}
#endif
