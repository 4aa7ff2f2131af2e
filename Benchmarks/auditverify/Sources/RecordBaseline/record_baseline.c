#include "record_baseline.h"

#include <openssl/evp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double record_processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double record_baseline(size_t size, size_t count) {
  uint8_t key[32] = {1}, nonce[12] = {0}, data[45] = {0}, tag[16], digest[32];
  uint8_t *plain = calloc(1, size), *sealed = calloc(1, size), *opened = calloc(1, size);
  EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
  EVP_MD *sha = EVP_MD_fetch(NULL, "SHA256", NULL);
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  EVP_MD_CTX *hash = EVP_MD_CTX_new();
  int length, good = 1;
  EVP_EncryptInit_ex2(context, cipher, key, nonce, NULL);
  EVP_EncryptUpdate(context, NULL, &length, data, sizeof data);
  EVP_EncryptUpdate(context, sealed, &length, plain, (int)size);
  EVP_EncryptFinal_ex(context, sealed + length, &length);
  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag);
  double start = record_processor_time();
  for (size_t index = 0; index < count && good; index++) {
    good = EVP_DecryptInit_ex2(context, cipher, key, nonce, NULL) == 1 &&
      EVP_DecryptUpdate(context, NULL, &length, data, sizeof data) == 1 &&
      EVP_DecryptUpdate(context, opened, &length, sealed, (int)size) == 1 &&
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag) == 1 &&
      EVP_DecryptFinal_ex(context, opened + length, &length) == 1 && EVP_DigestInit_ex2(hash, sha, NULL) == 1 &&
      EVP_DigestUpdate(hash, data, sizeof data) == 1 && EVP_DigestUpdate(hash, sealed, size) == 1 &&
      EVP_DigestUpdate(hash, tag, sizeof tag) == 1 && EVP_DigestFinal_ex(hash, digest, NULL) == 1;
  }
  double seconds = record_processor_time() - start;
  EVP_MD_CTX_free(hash);
  EVP_CIPHER_CTX_free(context);
  EVP_MD_free(sha);
  EVP_CIPHER_free(cipher);
  free(plain);
  free(sealed);
  free(opened);
  return good ? seconds : -1;
}
