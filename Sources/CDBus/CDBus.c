#include "CDBus.h"

#include <errno.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>

// As in the library's own header: the layout is part of its stable interface.
typedef struct {
  const char *name;
  const char *message;
  int owned;
} bus_error;

// result, name without `sd_bus_`, parameters
#define FUNCTIONS(X)                                                                                            \
  X(int, open_user, (omamori_bus **))                                                                           \
  X(int, open_system, (omamori_bus **))                                                                         \
  X(int, new, (omamori_bus **))                                                                                 \
  X(int, set_address, (omamori_bus *, const char *))                                                            \
  X(int, set_bus_client, (omamori_bus *, int))                                                                  \
  X(int, start, (omamori_bus *))                                                                                \
  X(void, close, (omamori_bus *))                                                                               \
  X(omamori_bus *, unref, (omamori_bus *))                                                                      \
  X(int, get_fd, (omamori_bus *))                                                                               \
  X(int, get_events, (omamori_bus *))                                                                           \
  X(int, get_timeout, (omamori_bus *, uint64_t *))                                                              \
  X(int, process, (omamori_bus *, omamori_bus_message **))                                                      \
  X(int, get_unique_name, (omamori_bus *, const char **))                                                       \
  X(int, send, (omamori_bus *, omamori_bus_message *, uint64_t *))                                              \
  X(int, message_new_method_call,                                                                               \
    (omamori_bus *, omamori_bus_message **, const char *, const char *, const char *, const char *))            \
  X(omamori_bus_message *, message_unref, (omamori_bus_message *))                                              \
  X(int, message_set_allow_interactive_authorization, (omamori_bus_message *, int))                             \
  X(int, message_append_basic, (omamori_bus_message *, char, const void *))                                     \
  X(int, message_append_array, (omamori_bus_message *, char, const void *, size_t))                             \
  X(int, message_open_container, (omamori_bus_message *, char, const char *))                                   \
  X(int, message_close_container, (omamori_bus_message *))                                                      \
  X(int, message_get_type, (omamori_bus_message *, uint8_t *))                                                  \
  X(int, message_get_reply_cookie, (omamori_bus_message *, uint64_t *))                                         \
  X(const bus_error *, message_get_error, (omamori_bus_message *))                                              \
  X(const char *, message_get_sender, (omamori_bus_message *))                                                  \
  X(const char *, message_get_path, (omamori_bus_message *))                                                    \
  X(const char *, message_get_interface, (omamori_bus_message *))                                               \
  X(const char *, message_get_member, (omamori_bus_message *))                                                  \
  X(int, message_peek_type, (omamori_bus_message *, char *, const char **))                                     \
  X(int, message_read_basic, (omamori_bus_message *, char, void *))                                             \
  X(int, message_read_array, (omamori_bus_message *, char, const void **, size_t *))                            \
  X(int, message_enter_container, (omamori_bus_message *, char, const char *))                                  \
  X(int, message_exit_container, (omamori_bus_message *))

#define MEMBER(result, name, parameters) result(*name) parameters;
static struct {
  FUNCTIONS(MEMBER)
  // Since version 244; its absence only means that message buffers are not overwritten.
  int (*message_sensitive)(omamori_bus_message *);
} bus_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int available;

static void load(void) {
  void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  // The same interface where systemd is not used.
  if (!handle) handle = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  int complete = 1;
#define FIND(result, name, parameters)                                                                          \
  bus_library.name = (result(*) parameters)dlsym(handle, "sd_bus_" #name);                                      \
  if (!bus_library.name) complete = 0;
  FUNCTIONS(FIND)
  bus_library.message_sensitive = (int (*)(omamori_bus_message *))dlsym(handle, "sd_bus_message_sensitive");
  available = complete;
}

int omamori_bus_is_available(void) {
  pthread_once(&once, load);
  return available;
}

// Every function but the ones that open needs a connection or a message, which only an available library makes.
#define CALL(function, ...) (omamori_bus_is_available() ? bus_library.function(__VA_ARGS__) : -ENOSYS)

int omamori_bus_open_session(omamori_bus **bus) { return CALL(open_user, bus); }

int omamori_bus_open_system(omamori_bus **bus) { return CALL(open_system, bus); }

int omamori_bus_open_address(const char *address, omamori_bus **bus) {
  if (!omamori_bus_is_available()) return -ENOSYS;
  omamori_bus *made = NULL;
  int code = bus_library.new(&made);
  if (code < 0) return code;
  code = bus_library.set_address(made, address);
  if (code >= 0) code = bus_library.set_bus_client(made, 1);
  if (code >= 0) code = bus_library.start(made);
  if (code < 0) {
    bus_library.unref(made);
    return code;
  }
  *bus = made;
  return 0;
}

void omamori_bus_close(omamori_bus *bus) {
  bus_library.close(bus);
  bus_library.unref(bus);
}

int omamori_bus_get_fd(omamori_bus *bus) { return CALL(get_fd, bus); }

int omamori_bus_get_events(omamori_bus *bus) { return CALL(get_events, bus); }

int omamori_bus_get_timeout(omamori_bus *bus, uint64_t *microseconds) {
  return CALL(get_timeout, bus, microseconds);
}

int omamori_bus_process(omamori_bus *bus, omamori_bus_message **message) {
  return CALL(process, bus, message);
}

int omamori_bus_get_unique_name(omamori_bus *bus, const char **name) { return CALL(get_unique_name, bus, name); }

int omamori_bus_send(omamori_bus *bus, omamori_bus_message *message, uint64_t *cookie) {
  return CALL(send, bus, message, cookie);
}

int omamori_bus_message_new_method_call(
    omamori_bus *bus, omamori_bus_message **message, const char *destination, const char *path,
    const char *interface, const char *member) {
  return CALL(message_new_method_call, bus, message, destination, path, interface, member);
}

void omamori_bus_message_unref(omamori_bus_message *message) { bus_library.message_unref(message); }

void omamori_bus_message_set_sensitive(omamori_bus_message *message) {
  if (bus_library.message_sensitive) (void)bus_library.message_sensitive(message);
}

int omamori_bus_message_set_interactive(omamori_bus_message *message) {
  return CALL(message_set_allow_interactive_authorization, message, 1);
}

int omamori_bus_message_append_basic(omamori_bus_message *message, char type, const void *value) {
  return CALL(message_append_basic, message, type, value);
}

int omamori_bus_message_append_array(
    omamori_bus_message *message, char type, const void *bytes, size_t count) {
  return CALL(message_append_array, message, type, bytes, count);
}

int omamori_bus_message_open_container(omamori_bus_message *message, char type, const char *contents) {
  return CALL(message_open_container, message, type, contents);
}

int omamori_bus_message_close_container(omamori_bus_message *message) {
  return CALL(message_close_container, message);
}

int omamori_bus_message_type(omamori_bus_message *message) {
  uint8_t type = 0;
  int code = CALL(message_get_type, message, &type);
  return code < 0 ? code : type;
}

int omamori_bus_message_get_reply_cookie(omamori_bus_message *message, uint64_t *cookie) {
  return CALL(message_get_reply_cookie, message, cookie);
}

const char *omamori_bus_message_get_error_name(omamori_bus_message *message) {
  const bus_error *error = bus_library.message_get_error(message);
  return error ? error->name : NULL;
}

const char *omamori_bus_message_get_sender(omamori_bus_message *message) {
  return bus_library.message_get_sender(message);
}

const char *omamori_bus_message_get_path(omamori_bus_message *message) {
  return bus_library.message_get_path(message);
}

const char *omamori_bus_message_get_interface(omamori_bus_message *message) {
  return bus_library.message_get_interface(message);
}

const char *omamori_bus_message_get_member(omamori_bus_message *message) {
  return bus_library.message_get_member(message);
}

int omamori_bus_message_peek_type(omamori_bus_message *message, char *type, const char **contents) {
  return CALL(message_peek_type, message, type, contents);
}

int omamori_bus_message_read_basic(omamori_bus_message *message, char type, void *value) {
  return CALL(message_read_basic, message, type, value);
}

int omamori_bus_message_read_array(
    omamori_bus_message *message, char type, const void **bytes, size_t *count) {
  return CALL(message_read_array, message, type, bytes, count);
}

int omamori_bus_message_enter_container(omamori_bus_message *message, char type, const char *contents) {
  return CALL(message_enter_container, message, type, contents);
}

int omamori_bus_message_exit_container(omamori_bus_message *message) {
  return CALL(message_exit_container, message);
}

#endif
