/* libsignal-protocol-c as a peer of the tests, in a process of its own.

   Reads commands, one a line, arguments in hexadecimal, and answers each with one line:

       initiator IDENTITY BASE THEIR_IDENTITY THEIR_PREKEY
       responder IDENTITY PREKEY THEIR_IDENTITY THEIR_BASE
       seal PLAINTEXT
       open MESSAGE

   The first two arguments of a role are private keys, the others public ones, all of 32 bytes. `refused` is the answer
   to a message that does not open. */
#include "signal_host.h"

enum { ROOM = 1 << 16 };

struct bytes {
    uint8_t data[ROOM];
    size_t length;
};

static void parse(struct bytes *bytes, const char *word) {
    bytes->length = strlen(word) / 2;
    require(bytes->length <= ROOM, "length");
    for (size_t i = 0; i < bytes->length; i++) {
        unsigned byte;
        require(sscanf(word + 2 * i, "%2x", &byte) == 1, "hexadecimal digits");
        bytes->data[i] = (uint8_t)byte;
    }
}

static void answer(const uint8_t *data, size_t length) {
    for (size_t i = 0; i < length; i++) printf("%02x", data[i]);
    printf("\n");
    fflush(stdout);
}

static ec_key_pair *private_key(const struct bytes *bytes, signal_context *context) {
    ec_private_key *secret;
    ec_public_key *open;
    ec_key_pair *pair;
    require(curve_decode_private_point(&secret, bytes->data, bytes->length, context) == 0, "private key");
    require(curve_generate_public_key(&open, secret) == 0, "public key");
    require(ec_key_pair_create(&pair, open, secret) == 0, "key pair");
    return pair;
}

static ec_public_key *public_key(const struct bytes *bytes, signal_context *context) {
    uint8_t typed[33] = {5};
    ec_public_key *key;
    require(bytes->length == 32, "public key");
    memcpy(typed + 1, bytes->data, 32);
    require(curve_decode_point(&key, typed, sizeof typed, context) == 0, "public key");
    return key;
}

static void begin(struct side *side, int initiates, struct bytes *keys, signal_context *context) {
    ec_key_pair *identity = private_key(&keys[0], context), *own = private_key(&keys[1], context);
    ec_public_key *peer = public_key(&keys[2], context), *theirs = public_key(&keys[3], context);
    session_state *state;
    memset(side, 0, sizeof *side);
    require(session_state_create(&state, context) == 0, "state");
    require(ratchet_identity_key_pair_create(&side->identity, ec_key_pair_get_public(identity),
                                             ec_key_pair_get_private(identity)) == 0, "identity");
    if (initiates) {
        alice_signal_protocol_parameters *parameters;
        require(alice_signal_protocol_parameters_create(&parameters, side->identity, own, peer, theirs, NULL, theirs) ==
                    0, "parameters");
        require(ratcheting_session_alice_initialize(state, parameters, context) == 0, "session");
    } else {
        bob_signal_protocol_parameters *parameters;
        require(bob_signal_protocol_parameters_create(&parameters, side->identity, own, NULL, own, peer, theirs) == 0,
                "parameters");
        require(ratcheting_session_bob_initialize(state, parameters, context) == 0, "session");
    }
    host_begin(side, state, context);
}

static void seal(struct side *side, const struct bytes *plaintext) {
    ciphertext_message *message;
    require(session_cipher_encrypt(side->cipher, plaintext->data, plaintext->length, &message) == 0, "encrypt");
    signal_buffer *bytes = ciphertext_message_get_serialized(message);
    answer(signal_buffer_data(bytes), signal_buffer_len(bytes));
    SIGNAL_UNREF(message);
}

static void open_message(struct side *side, const struct bytes *bytes, signal_context *context) {
    signal_message *message;
    signal_buffer *plaintext;
    if (signal_message_deserialize(&message, bytes->data, bytes->length, context) != 0) {
        puts("refused");
    } else if (session_cipher_decrypt_signal_message(side->cipher, message, NULL, &plaintext) != 0) {
        puts("refused");
    } else {
        answer(signal_buffer_data(plaintext), signal_buffer_len(plaintext));
    }
    fflush(stdout);
}

int main(void) {
    static char line[2 * ROOM];
    static struct bytes words[4];
    signal_context *context = host_context();
    struct side side;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *command = strtok(line, " \n");
        for (int i = 0; i < 4; i++) {
            char *word = strtok(NULL, " \n");
            parse(&words[i], word == NULL ? "" : word);
        }
        if (strcmp(command, "seal") == 0) {
            seal(&side, &words[0]);
        } else if (strcmp(command, "open") == 0) {
            open_message(&side, &words[0], context);
        } else {
            begin(&side, strcmp(command, "initiator") == 0, words, context);
            puts("ok");
            fflush(stdout);
        }
    }
    return 0;
}
