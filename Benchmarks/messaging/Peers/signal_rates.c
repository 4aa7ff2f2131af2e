/* What libsignal-protocol-c does in a second of processor time, a line a rate. Sessions are kept in memory in the form
   that the library stores. */
#include "../../../Tests/SignalPeer/signal_host.h"

#include <time.h>

enum { COUNT = 20000 };

static double rate(clock_t start, int count) { return count / ((double)(clock() - start) / CLOCKS_PER_SEC); }

static ec_key_pair *pair(signal_context *context) {
    ec_key_pair *made;
    require(curve_generate_key_pair(context, &made) == 0, "key pair");
    return made;
}

static void sessions(struct side *alice, struct side *bob, signal_context *context) {
    ec_key_pair *ours = pair(context), *theirs = pair(context), *base = pair(context), *prekey = pair(context);
    alice_signal_protocol_parameters *first;
    bob_signal_protocol_parameters *second;
    session_state *states[2];
    memset(alice, 0, sizeof *alice);
    memset(bob, 0, sizeof *bob);
    require(ratchet_identity_key_pair_create(&alice->identity, ec_key_pair_get_public(ours),
                                             ec_key_pair_get_private(ours)) == 0, "identity");
    require(ratchet_identity_key_pair_create(&bob->identity, ec_key_pair_get_public(theirs),
                                             ec_key_pair_get_private(theirs)) == 0, "identity");
    require(alice_signal_protocol_parameters_create(&first, alice->identity, base, ec_key_pair_get_public(theirs),
                                                    ec_key_pair_get_public(prekey), NULL,
                                                    ec_key_pair_get_public(prekey)) == 0, "parameters");
    require(bob_signal_protocol_parameters_create(&second, bob->identity, prekey, NULL, prekey,
                                                  ec_key_pair_get_public(ours), ec_key_pair_get_public(base)) == 0,
            "parameters");
    for (int i = 0; i < 2; i++) require(session_state_create(&states[i], context) == 0, "state");
    require(ratcheting_session_alice_initialize(states[0], first, context) == 0, "alice");
    require(ratcheting_session_bob_initialize(states[1], second, context) == 0, "bob");
    host_begin(alice, states[0], context);
    host_begin(bob, states[1], context);
}

static signal_buffer *seal(struct side *side, const uint8_t *plaintext, size_t length) {
    ciphertext_message *message;
    require(session_cipher_encrypt(side->cipher, plaintext, length, &message) == 0, "encrypt");
    signal_buffer *bytes = signal_buffer_copy(ciphertext_message_get_serialized(message));
    SIGNAL_UNREF(message);
    return bytes;
}

static void open_and_free(struct side *side, signal_buffer *bytes, signal_context *context) {
    signal_message *message;
    signal_buffer *plaintext;
    require(signal_message_deserialize(&message, signal_buffer_data(bytes), signal_buffer_len(bytes), context) == 0,
            "message");
    require(session_cipher_decrypt_signal_message(side->cipher, message, NULL, &plaintext) == 0, "decrypt");
    signal_buffer_free(plaintext);
    SIGNAL_UNREF(message);
    signal_buffer_free(bytes);
}

int main(void) {
    static signal_buffer *messages[COUNT];
    static uint8_t plaintext[1024];
    signal_context *context = host_context();
    struct side alice, bob;
    for (size_t length = 64; length <= 1024; length *= 16) {
        sessions(&alice, &bob, context);
        clock_t start = clock();
        /* No message may lie further ahead than 2,000, but none is skipped: they are opened in order. */
        for (int i = 0; i < COUNT; i++) messages[i] = seal(&alice, plaintext, length);
        printf("seal.%zu %.0f\n", length, rate(start, COUNT));
        start = clock();
        for (int i = 0; i < COUNT; i++) open_and_free(&bob, messages[i], context);
        printf("open.%zu %.0f\n", length, rate(start, COUNT));
    }
    sessions(&alice, &bob, context);
    clock_t start = clock();
    for (int i = 0; i < COUNT / 20; i++) {
        open_and_free(&bob, seal(&alice, plaintext, 64), context);
        open_and_free(&alice, seal(&bob, plaintext, 64), context);
    }
    printf("pingpong %.0f\n", rate(start, COUNT / 10));
    return 0;
}
