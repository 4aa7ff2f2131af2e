#ifndef TRACK_CIPHER_H
#define TRACK_CIPHER_H

#include <stddef.h>
#include <stdint.h>

#define TRACK_KEY_LENGTH 32
#define TRACK_NONCE_LENGTH 12
#define TRACK_TAG_LENGTH 16
#define TRACK_LINK_ROUNDS 1500
#define TRACK_BACKUP_ROUNDS 600000

typedef struct {
  uint8_t nonce[TRACK_NONCE_LENGTH];
  uint8_t tag[TRACK_TAG_LENGTH];
  uint8_t *body;
  size_t length;
} track_blob;

static inline const uint8_t *track_route_nonce(void) {
  static const uint8_t nonce[TRACK_NONCE_LENGTH] = {'r', 'o', 'u', 't', 'e', 0, 0, 0, 0, 0, 0, 7};
  return nonce;
}

int track_seal_route(const uint8_t *key, const uint8_t *plain, size_t length, track_blob *blob);
int track_seal_heart(const uint8_t *key, const uint8_t *plain, size_t length, track_blob *blob);
int track_seal_crash_log(const uint8_t *plain, size_t length, track_blob *blob);
int track_link_key(const char *code, const uint8_t *salt, size_t salt_length, uint8_t *key);
int track_backup_key(const char *passphrase, const uint8_t *salt, size_t salt_length, uint8_t *key);
int track_team_key(const char *passphrase, uint8_t *key);
int track_member_key(const char *passphrase, uint8_t *salt, size_t salt_length, uint8_t *key);

#endif
