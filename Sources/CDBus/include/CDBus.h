#pragma once
#include <stddef.h>
#include <stdint.h>

// The part of sd-bus that the toolkit uses. The library is opened at run time, so that neither its headers nor the
// library itself are needed to build and to start; without it every function answers -ENOSYS.
//
// Names and meanings are those of sd-bus (<https://www.freedesktop.org/software/systemd/man/latest/sd-bus.html>).
// A connection and its messages belong to one thread.

typedef struct sd_bus omamori_bus;
typedef struct sd_bus_message omamori_bus_message;

/// 1 when the library is there with everything that is needed, 0 otherwise. Safe to call from any thread.
int omamori_bus_is_available(void);

int omamori_bus_open_session(omamori_bus **bus);
int omamori_bus_open_system(omamori_bus **bus);
int omamori_bus_open_address(const char *address, omamori_bus **bus);
/// Closes without waiting for what has not been sent, and gives the connection back.
void omamori_bus_close(omamori_bus *bus);

int omamori_bus_get_fd(omamori_bus *bus);
int omamori_bus_get_events(omamori_bus *bus);
int omamori_bus_get_timeout(omamori_bus *bus, uint64_t *microseconds);
int omamori_bus_process(omamori_bus *bus, omamori_bus_message **message);
int omamori_bus_get_unique_name(omamori_bus *bus, const char **name);
int omamori_bus_send(omamori_bus *bus, omamori_bus_message *message, uint64_t *cookie);

int omamori_bus_message_new_method_call(
    omamori_bus *bus, omamori_bus_message **message, const char *destination, const char *path,
    const char *interface, const char *member);
void omamori_bus_message_unref(omamori_bus_message *message);
/// Has the message's memory overwritten when it ends, where the library can.
void omamori_bus_message_set_sensitive(omamori_bus_message *message);
int omamori_bus_message_set_interactive(omamori_bus_message *message);

int omamori_bus_message_append_basic(omamori_bus_message *message, char type, const void *value);
int omamori_bus_message_append_array(
    omamori_bus_message *message, char type, const void *bytes, size_t count);
int omamori_bus_message_open_container(omamori_bus_message *message, char type, const char *contents);
int omamori_bus_message_close_container(omamori_bus_message *message);

/// 1 a call, 2 a reply, 3 an error, 4 a signal; negative when there is no such thing.
int omamori_bus_message_type(omamori_bus_message *message);
int omamori_bus_message_get_reply_cookie(omamori_bus_message *message, uint64_t *cookie);
/// The name of the error that the message is, or `NULL`.
const char *omamori_bus_message_get_error_name(omamori_bus_message *message);
const char *omamori_bus_message_get_sender(omamori_bus_message *message);
const char *omamori_bus_message_get_path(omamori_bus_message *message);
const char *omamori_bus_message_get_interface(omamori_bus_message *message);
const char *omamori_bus_message_get_member(omamori_bus_message *message);

int omamori_bus_message_peek_type(omamori_bus_message *message, char *type, const char **contents);
int omamori_bus_message_read_basic(omamori_bus_message *message, char type, void *value);
int omamori_bus_message_read_array(
    omamori_bus_message *message, char type, const void **bytes, size_t *count);
int omamori_bus_message_enter_container(omamori_bus_message *message, char type, const char *contents);
int omamori_bus_message_exit_container(omamori_bus_message *message);
