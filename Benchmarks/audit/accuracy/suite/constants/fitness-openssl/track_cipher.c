#include "track_cipher.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

static int finish(EVP_CIPHER_CTX *context, const uint8_t *plain, size_t length, track_blob *blob) {
  int moved = 0, tail = 0;
  blob->body = malloc(length + 16);
  if (blob->body == NULL) return 0;
  int ok = EVP_EncryptUpdate(context, blob->body, &moved, plain, (int)length) == 1
    && EVP_EncryptFinal_ex(context, blob->body + moved, &tail) == 1
    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TRACK_TAG_LENGTH, blob->tag) == 1;
  blob->length = (size_t)(moved + tail);
  return ok;
}

int track_seal_route(const uint8_t *key, const uint8_t *plain, size_t length, track_blob *blob) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, track_route_nonce()); // weak: constant-iv file
  int ok = finish(context, plain, length, blob);
  EVP_CIPHER_CTX_free(context);
  return ok;
}

int track_seal_heart(const uint8_t *key, const uint8_t *plain, size_t length, track_blob *blob) {
  memset(blob->nonce, 0, sizeof(blob->nonce));
  if (RAND_bytes(blob->nonce, sizeof(blob->nonce)) != 1) return 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, blob->nonce); // safe: constant-iv
  int ok = finish(context, plain, length, blob);
  EVP_CIPHER_CTX_free(context);
  return ok;
}

int track_seal_crash_log(const uint8_t *plain, size_t length, track_blob *blob) {
  static const unsigned char key[] = "track-crash-log-key-2020-iphone!";
  if (RAND_bytes(blob->nonce, sizeof(blob->nonce)) != 1) return 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, blob->nonce); // weak: constant-key direct
  int ok = finish(context, plain, length, blob);
  EVP_CIPHER_CTX_free(context);
  return ok;
}

int track_link_key(const char *code, const uint8_t *salt, size_t salt_length, uint8_t *key) {
  return PKCS5_PBKDF2_HMAC(code, (int)strlen(code), salt, (int)salt_length, // weak: weak-iterations file
                           TRACK_LINK_ROUNDS, EVP_sha256(), TRACK_KEY_LENGTH, key);
}

int track_backup_key(const char *passphrase, const uint8_t *salt, size_t salt_length, uint8_t *key) {
  return PKCS5_PBKDF2_HMAC(passphrase, (int)strlen(passphrase), salt, (int)salt_length, // safe: weak-iterations
                           TRACK_BACKUP_ROUNDS, EVP_sha256(), TRACK_KEY_LENGTH, key);
}

int track_team_key(const char *passphrase, uint8_t *key) {
  const unsigned char salt[16] = {0};
  return EVP_PBE_scrypt(passphrase, strlen(passphrase), salt, sizeof(salt), // weak: constant-salt direct
                        131072, 8, 1, 0, key, TRACK_KEY_LENGTH);
}

int track_member_key(const char *passphrase, uint8_t *salt, size_t salt_length, uint8_t *key) {
  if (RAND_bytes(salt, (int)salt_length) != 1) return 0;
  return EVP_PBE_scrypt(passphrase, strlen(passphrase), salt, salt_length, // safe: constant-salt
                        131072, 8, 1, 0, key, TRACK_KEY_LENGTH);
}
