/* What libolm does in a second of processor time, a line a rate. */
#include <olm/olm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 20000, ROOM = 4096 };

static void require(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "failed: %s\n", what);
    exit(3);
}

static size_t draw(uint8_t *random, size_t count) {
    static FILE *source;
    if (source == NULL) source = fopen("/dev/urandom", "rb");
    require(source != NULL && count <= ROOM && fread(random, 1, count, source) == count, "random bytes");
    return count;
}

/* The value of a name in a flat JSON object. */
static char *field(char *json, const char *name) {
    char *start = strstr(json, name);
    require(start != NULL, name);
    start = strchr(start + strlen(name), '"');
    require(start != NULL, name);
    start++;
    *strchr(start, '"') = 0;
    return start;
}

static OlmAccount *account(void) {
    uint8_t random[ROOM];
    OlmAccount *made = olm_account(malloc(olm_account_size()));
    size_t count = draw(random, olm_create_account_random_length(made));
    require(olm_create_account(made, random, count) != olm_error(), "account");
    return made;
}

static size_t seal(OlmSession *session, const uint8_t *plaintext, size_t length, uint8_t *message) {
    uint8_t random[ROOM];
    size_t count = olm_encrypt_random_length(session);
    if (count > 0) draw(random, count);
    size_t made = olm_encrypt(session, plaintext, length, random, count, message,
                              olm_encrypt_message_length(session, length));
    require(made != olm_error(), "encrypt");
    return made;
}

static void open_message(OlmSession *session, size_t type, const uint8_t *message, size_t length) {
    uint8_t copy[ROOM], plaintext[ROOM];
    memcpy(copy, message, length);
    size_t room = olm_decrypt_max_plaintext_length(session, type, copy, length);
    require(room != olm_error() && room <= ROOM, "length");
    memcpy(copy, message, length);
    require(olm_decrypt(session, type, copy, length, plaintext, room) != olm_error(), "decrypt");
}

static void sessions(OlmSession **alice, OlmSession **bob) {
    static char identities[ROOM], keys[ROOM];
    uint8_t random[ROOM], message[ROOM], copy[ROOM];
    OlmAccount *first = account(), *second = account();
    size_t count = draw(random, olm_account_generate_one_time_keys_random_length(second, 1));
    require(olm_account_generate_one_time_keys(second, 1, random, count) != olm_error(), "one-time key");
    memset(identities, 0, ROOM);
    memset(keys, 0, ROOM);
    olm_account_identity_keys(second, identities, olm_account_identity_keys_length(second));
    olm_account_one_time_keys(second, keys, olm_account_one_time_keys_length(second));
    char *identity = field(identities, "\"curve25519\""), *key = field(strchr(keys + 1, '{'), "\":");
    *alice = olm_session(malloc(olm_session_size()));
    *bob = olm_session(malloc(olm_session_size()));
    count = draw(random, olm_create_outbound_session_random_length(*alice));
    require(olm_create_outbound_session(*alice, first, identity, strlen(identity), key, strlen(key), random, count) !=
                olm_error(), "outbound session");
    size_t length = seal(*alice, (const uint8_t *)"hello", 5, message);
    memcpy(copy, message, length);
    require(olm_create_inbound_session(*bob, second, copy, length) != olm_error(), "inbound session");
    open_message(*bob, OLM_MESSAGE_TYPE_PRE_KEY, message, length);
    length = seal(*bob, (const uint8_t *)"hello", 5, message);
    open_message(*alice, OLM_MESSAGE_TYPE_MESSAGE, message, length);
}

static double rate(clock_t start, int count) { return count / ((double)(clock() - start) / CLOCKS_PER_SEC); }

int main(void) {
    static uint8_t messages[COUNT][ROOM / 2], plaintext[1024];
    static size_t lengths[COUNT];
    OlmSession *alice, *bob;
    for (size_t length = 64; length <= 1024; length *= 16) {
        sessions(&alice, &bob);
        clock_t start = clock();
        for (int i = 0; i < COUNT; i++) lengths[i] = seal(alice, plaintext, length, messages[i]);
        printf("seal.%zu %.0f\n", length, rate(start, COUNT));
        start = clock();
        for (int i = 0; i < COUNT; i++) open_message(bob, OLM_MESSAGE_TYPE_MESSAGE, messages[i], lengths[i]);
        printf("open.%zu %.0f\n", length, rate(start, COUNT));
    }
    sessions(&alice, &bob);
    clock_t start = clock();
    for (int i = 0; i < COUNT / 20; i++) {
        open_message(bob, OLM_MESSAGE_TYPE_MESSAGE, messages[0], seal(alice, plaintext, 64, messages[0]));
        open_message(alice, OLM_MESSAGE_TYPE_MESSAGE, messages[0], seal(bob, plaintext, 64, messages[0]));
    }
    printf("pingpong %.0f\n", rate(start, COUNT / 10));
    return 0;
}
