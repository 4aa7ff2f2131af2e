/* How many sessions libsignal-protocol-c starts in a second of processor time: one side takes a bundle with a one-time
   key and seals the first message, the other side opens it. */
#include "../../../Tests/SignalPeer/signal_host.h"

#include <signal/key_helper.h>
#include <signal/session_builder.h>
#include <signal/session_pre_key.h>
#include <time.h>

enum { COUNT = 1000, PREKEY = 7, SIGNED = 8 };

static signal_buffer *one_time_record, *signed_record;

static int load(signal_buffer **record, uint32_t number, void *user) {
    (void)user;
    *record = signal_buffer_copy(number == PREKEY ? one_time_record : signed_record);
    return *record == NULL ? SG_ERR_NOMEM : SG_SUCCESS;
}

static int keep(uint32_t number, uint8_t *record, size_t length, void *user) {
    (void)number, (void)record, (void)length, (void)user;
    return 0;
}

static int is_there(uint32_t number, void *user) {
    (void)number, (void)user;
    return 1;
}

static int drop(uint32_t number, void *user) {
    (void)number, (void)user;
    return 0;
}

static ec_key_pair *pair(signal_context *context) {
    ec_key_pair *made;
    require(curve_generate_key_pair(context, &made) == 0, "key pair");
    return made;
}

/* A side without a session. */
static void begin(struct side *side, signal_context *context) {
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
    signal_protocol_pre_key_store prekeys = {
        .load_pre_key = load, .store_pre_key = keep, .contains_pre_key = is_there, .remove_pre_key = drop};
    signal_protocol_signed_pre_key_store signed_prekeys = {
        .load_signed_pre_key = load,
        .store_signed_pre_key = keep,
        .contains_signed_pre_key = is_there,
        .remove_signed_pre_key = drop,
    };
    ec_key_pair *identity = pair(context);
    memset(side, 0, sizeof *side);
    side->remote = (signal_protocol_address){.name = "peer", .name_len = 4, .device_id = 1};
    require(ratchet_identity_key_pair_create(&side->identity, ec_key_pair_get_public(identity),
                                             ec_key_pair_get_private(identity)) == 0, "identity");
    require(signal_protocol_store_context_create(&side->store, context) == 0, "stores");
    require(signal_protocol_store_context_set_session_store(side->store, &sessions) == 0, "sessions");
    require(signal_protocol_store_context_set_identity_key_store(side->store, &identities) == 0, "identities");
    require(signal_protocol_store_context_set_pre_key_store(side->store, &prekeys) == 0, "prekeys");
    require(signal_protocol_store_context_set_signed_pre_key_store(side->store, &signed_prekeys) == 0, "signed");
}

static session_pre_key_bundle *publish(struct side *side, signal_context *context) {
    ec_key_pair *one_time = pair(context), *prekey = pair(context);
    ec_public_key *identity = ratchet_identity_key_pair_get_public(side->identity);
    session_pre_key *first;
    session_signed_pre_key *second;
    session_pre_key_bundle *bundle;
    signal_buffer *public_key, *signature;
    require(ec_public_key_serialize(&public_key, ec_key_pair_get_public(prekey)) == 0, "public key");
    require(curve_calculate_signature(context, &signature, ratchet_identity_key_pair_get_private(side->identity),
                                      signal_buffer_data(public_key), signal_buffer_len(public_key)) == 0, "sign");
    require(session_pre_key_create(&first, PREKEY, one_time) == 0, "prekey");
    require(session_signed_pre_key_create(&second, SIGNED, 1, prekey, signal_buffer_data(signature),
                                          signal_buffer_len(signature)) == 0, "signed prekey");
    require(session_pre_key_serialize(&one_time_record, first) == 0, "record");
    require(session_signed_pre_key_serialize(&signed_record, second) == 0, "record");
    require(session_pre_key_bundle_create(&bundle, 1, 1, PREKEY, ec_key_pair_get_public(one_time), SIGNED,
                                          ec_key_pair_get_public(prekey), signal_buffer_data(signature),
                                          signal_buffer_len(signature), identity) == 0, "bundle");
    return bundle;
}

static void forget(struct side *side) {
    free(side->record);
    side->record = NULL;
}

int main(void) {
    static uint8_t plaintext[64];
    signal_context *context = host_context();
    struct side alice, bob;
    begin(&alice, context);
    begin(&bob, context);
    session_pre_key_bundle *bundle = publish(&bob, context);
    clock_t start = clock();
    for (int i = 0; i < COUNT; i++) {
        session_builder *builder;
        session_cipher *first, *second;
        ciphertext_message *sent;
        pre_key_signal_message *received;
        signal_buffer *text;
        forget(&alice);
        forget(&bob);
        require(session_builder_create(&builder, alice.store, &alice.remote, context) == 0, "builder");
        require(session_builder_process_pre_key_bundle(builder, bundle) == 0, "process");
        require(session_cipher_create(&first, alice.store, &alice.remote, context) == 0, "cipher");
        require(session_cipher_encrypt(first, plaintext, sizeof plaintext, &sent) == 0, "encrypt");
        signal_buffer *bytes = ciphertext_message_get_serialized(sent);
        require(pre_key_signal_message_deserialize(&received, signal_buffer_data(bytes), signal_buffer_len(bytes),
                                                   context) == 0, "message");
        require(session_cipher_create(&second, bob.store, &bob.remote, context) == 0, "cipher");
        require(session_cipher_decrypt_pre_key_signal_message(second, received, NULL, &text) == 0, "decrypt");
        require(signal_buffer_len(text) == sizeof plaintext, "text");
        signal_buffer_free(text);
        SIGNAL_UNREF(sent);
        SIGNAL_UNREF(received);
        session_cipher_free(first);
        session_cipher_free(second);
        session_builder_free(builder);
    }
    printf("session %.0f\n", COUNT / ((double)(clock() - start) / CLOCKS_PER_SEC));
    return 0;
}
