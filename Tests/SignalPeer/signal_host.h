/* What libsignal-protocol-c asks of the program that uses it: cryptography from OpenSSL, and stores in memory for one
   session. Only for programs that stand beside the library, as judges of its tests and benchmarks. */
#ifndef SIGNAL_HOST_H
#define SIGNAL_HOST_H

#define OPENSSL_SUPPRESS_DEPRECATED 1
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <signal/curve.h>
#include <signal/protocol.h>
#include <signal/ratchet.h>
#include <signal/session_cipher.h>
#include <signal/session_record.h>
#include <signal/session_state.h>
#include <signal/signal_protocol.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "failed: %s\n", what);
    exit(3);
}

static int host_random(uint8_t *data, size_t length, void *user) {
    (void)user;
    return RAND_bytes(data, (int)length) == 1 ? 0 : SG_ERR_UNKNOWN;
}

static int host_hmac_init(void **context, const uint8_t *key, size_t length, void *user) {
    (void)user;
    HMAC_CTX *made = HMAC_CTX_new();
    if (made == NULL || HMAC_Init_ex(made, key, (int)length, EVP_sha256(), NULL) != 1) return SG_ERR_UNKNOWN;
    *context = made;
    return 0;
}

static int host_hmac_update(void *context, const uint8_t *data, size_t length, void *user) {
    (void)user;
    return HMAC_Update(context, data, length) == 1 ? 0 : SG_ERR_UNKNOWN;
}

static int host_hmac_final(void *context, signal_buffer **output, void *user) {
    (void)user;
    uint8_t code[32];
    unsigned length = sizeof code;
    if (HMAC_Final(context, code, &length) != 1) return SG_ERR_UNKNOWN;
    *output = signal_buffer_create(code, sizeof code);
    return *output == NULL ? SG_ERR_NOMEM : 0;
}

static void host_hmac_free(void *context, void *user) {
    (void)user;
    HMAC_CTX_free(context);
}

static int host_sha512_init(void **context, void *user) {
    (void)user;
    EVP_MD_CTX *made = EVP_MD_CTX_new();
    if (made == NULL || EVP_DigestInit_ex(made, EVP_sha512(), NULL) != 1) return SG_ERR_UNKNOWN;
    *context = made;
    return 0;
}

static int host_sha512_update(void *context, const uint8_t *data, size_t length, void *user) {
    (void)user;
    return EVP_DigestUpdate(context, data, length) == 1 ? 0 : SG_ERR_UNKNOWN;
}

static int host_sha512_final(void *context, signal_buffer **output, void *user) {
    (void)user;
    uint8_t digest[64];
    if (EVP_DigestFinal_ex(context, digest, NULL) != 1) return SG_ERR_UNKNOWN;
    *output = signal_buffer_create(digest, sizeof digest);
    return *output == NULL ? SG_ERR_NOMEM : 0;
}

static void host_sha512_free(void *context, void *user) {
    (void)user;
    EVP_MD_CTX_free(context);
}

static int host_cipher(signal_buffer **output, int cipher, const uint8_t *key, size_t key_length, const uint8_t *iv,
                       const uint8_t *input, size_t length, int encrypts) {
    if (cipher != SG_CIPHER_AES_CBC_PKCS5 || key_length != 32) return SG_ERR_UNKNOWN;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    signal_buffer *made = signal_buffer_alloc(length + 16);
    int first = 0, last = 0;
    int ok = context != NULL && made != NULL &&
             EVP_CipherInit_ex(context, EVP_aes_256_cbc(), NULL, key, iv, encrypts) == 1 &&
             EVP_CipherUpdate(context, signal_buffer_data(made), &first, input, (int)length) == 1 &&
             EVP_CipherFinal_ex(context, signal_buffer_data(made) + first, &last) == 1;
    EVP_CIPHER_CTX_free(context);
    *output = ok ? signal_buffer_create(signal_buffer_data(made), (size_t)(first + last)) : NULL;
    signal_buffer_free(made);
    return ok && *output != NULL ? 0 : SG_ERR_UNKNOWN;
}

static int host_encrypt(signal_buffer **output, int cipher, const uint8_t *key, size_t key_length, const uint8_t *iv,
                        size_t iv_length, const uint8_t *input, size_t length, void *user) {
    (void)iv_length, (void)user;
    return host_cipher(output, cipher, key, key_length, iv, input, length, 1);
}

static int host_decrypt(signal_buffer **output, int cipher, const uint8_t *key, size_t key_length, const uint8_t *iv,
                        size_t iv_length, const uint8_t *input, size_t length, void *user) {
    (void)iv_length, (void)user;
    return host_cipher(output, cipher, key, key_length, iv, input, length, 0);
}

/* One side of one session. */
struct side {
    signal_protocol_store_context *store;
    session_cipher *cipher;
    ratchet_identity_key_pair *identity;
    signal_protocol_address remote;
    uint8_t *record;
    size_t length;
};

static int host_load(signal_buffer **record, signal_buffer **more, const signal_protocol_address *address, void *user) {
    (void)more, (void)address;
    struct side *side = user;
    if (side->record == NULL) return 0;
    *record = signal_buffer_create(side->record, side->length);
    return *record == NULL ? SG_ERR_NOMEM : 1;
}

static int host_store(const signal_protocol_address *address, uint8_t *record, size_t length, uint8_t *more,
                      size_t more_length, void *user) {
    (void)address, (void)more, (void)more_length;
    struct side *side = user;
    uint8_t *copy = malloc(length);
    if (copy == NULL) return SG_ERR_NOMEM;
    memcpy(copy, record, length);
    free(side->record);
    side->record = copy;
    side->length = length;
    return 0;
}

static int host_contains(const signal_protocol_address *address, void *user) {
    (void)address;
    return ((struct side *)user)->record != NULL;
}

static int host_identity(signal_buffer **public_data, signal_buffer **private_data, void *user) {
    struct side *side = user;
    int result = ec_public_key_serialize(public_data, ratchet_identity_key_pair_get_public(side->identity));
    return result < 0 ? result
                      : ec_private_key_serialize(private_data, ratchet_identity_key_pair_get_private(side->identity));
}

static int host_registration(void *user, uint32_t *number) {
    (void)user;
    *number = 1;
    return 0;
}

static int host_save_identity(const signal_protocol_address *address, uint8_t *key, size_t length, void *user) {
    (void)address, (void)key, (void)length, (void)user;
    return 0;
}

static int host_trusts(const signal_protocol_address *address, uint8_t *key, size_t length, void *user) {
    (void)address, (void)key, (void)length, (void)user;
    return 1;
}

static signal_context *host_context(void) {
    signal_crypto_provider provider = {
        .random_func = host_random,
        .hmac_sha256_init_func = host_hmac_init,
        .hmac_sha256_update_func = host_hmac_update,
        .hmac_sha256_final_func = host_hmac_final,
        .hmac_sha256_cleanup_func = host_hmac_free,
        .sha512_digest_init_func = host_sha512_init,
        .sha512_digest_update_func = host_sha512_update,
        .sha512_digest_final_func = host_sha512_final,
        .sha512_digest_cleanup_func = host_sha512_free,
        .encrypt_func = host_encrypt,
        .decrypt_func = host_decrypt,
    };
    signal_context *context;
    require(signal_context_create(&context, NULL) == 0, "context");
    require(signal_context_set_crypto_provider(context, &provider) == 0, "cryptography");
    return context;
}

/* Makes the stores of a side and keeps a session in them. */
static void host_begin(struct side *side, session_state *state, signal_context *context) {
    signal_protocol_session_store sessions = {
        .load_session_func = host_load,
        .store_session_func = host_store,
        .contains_session_func = host_contains,
        .user_data = side,
    };
    signal_protocol_identity_key_store identities = {
        .get_identity_key_pair = host_identity,
        .get_local_registration_id = host_registration,
        .save_identity = host_save_identity,
        .is_trusted_identity = host_trusts,
        .user_data = side,
    };
    session_record *record;
    signal_buffer *bytes;
    side->remote = (signal_protocol_address){.name = "peer", .name_len = 4, .device_id = 1};
    require(session_record_create(&record, state, context) == 0, "record");
    require(session_record_serialize(&bytes, record) >= 0, "serialise");
    host_store(&side->remote, signal_buffer_data(bytes), signal_buffer_len(bytes), NULL, 0, side);
    signal_buffer_free(bytes);
    SIGNAL_UNREF(record);
    require(signal_protocol_store_context_create(&side->store, context) == 0, "stores");
    require(signal_protocol_store_context_set_session_store(side->store, &sessions) == 0, "sessions");
    require(signal_protocol_store_context_set_identity_key_store(side->store, &identities) == 0, "identities");
    require(session_cipher_create(&side->cipher, side->store, &side->remote, context) == 0, "cipher");
}

#endif
