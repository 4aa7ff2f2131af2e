#define _GNU_SOURCE
#include "CPostgres.h"

#include <errno.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Numbers and names as in the library's own header; they are part of its stable interface.
enum { CONNECTION_OK = 0 };
enum { POLLING_FAILED = 0, POLLING_READING = 1, POLLING_WRITING = 2, POLLING_OK = 3 };
enum { COMMAND_OK = 1, TUPLES_OK = 2 };
enum { SQLSTATE = 'C' };

typedef struct omamori_postgres connection;
typedef struct omamori_postgres_result result;

// result, name without `PQ`, parameters
#define FUNCTIONS(X)                                                                                            \
  X(connection *, connectStartParams, (const char *const *, const char *const *, int))                          \
  X(int, connectPoll, (connection *))                                                                           \
  X(int, status, (const connection *))                                                                          \
  X(int, socket, (const connection *))                                                                          \
  X(void, finish, (connection *))                                                                               \
  X(int, setnonblocking, (connection *, int))                                                                   \
  X(int, sendQueryParams,                                                                                       \
    (connection *, const char *, int, const unsigned *, const char *const *, const int *, const int *, int))    \
  X(int, flush, (connection *))                                                                                 \
  X(int, consumeInput, (connection *))                                                                          \
  X(int, isBusy, (connection *))                                                                                \
  X(result *, getResult, (connection *))                                                                        \
  X(int, resultStatus, (const result *))                                                                        \
  X(char *, resultErrorField, (const result *, int))                                                            \
  X(int, ntuples, (const result *))                                                                             \
  X(int, nfields, (const result *))                                                                             \
  X(char *, cmdTuples, (result *))                                                                              \
  X(char *, getvalue, (const result *, int, int))                                                               \
  X(int, getlength, (const result *, int, int))                                                                 \
  X(int, getisnull, (const result *, int, int))                                                                 \
  X(void, clear, (result *))                                                                                    \
  X(void *, setNoticeReceiver, (connection *, void (*)(void *, const result *), void *))

#define MEMBER(result, name, parameters) result(*name) parameters;
static struct {
  FUNCTIONS(MEMBER)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int available;

static void load(void) {
  void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  int complete = 1;
#define FIND(result, name, parameters)                                                                          \
  library.name = (result(*) parameters)dlsym(handle, "PQ" #name);                                               \
  if (!library.name) complete = 0;
  FUNCTIONS(FIND)
  available = complete;
}

int omamori_postgres_is_available(void) {
  pthread_once(&once, load);
  return available;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits for the socket until the deadline; 0, ETIMEDOUT, ECANCELED, or ECONNRESET.
static int await(connection *connection, short events, int64_t deadline, int cancellation) {
  for (;;) {
    int64_t left = deadline - now();
    if (left <= 0) return ETIMEDOUT;
    struct pollfd waits[2] = {{library.socket(connection), events, 0}, {cancellation, POLLIN, 0}};
    if (waits[0].fd < 0) return ECONNRESET;
    int count = poll(waits, cancellation >= 0 ? 2 : 1, left > INT32_MAX ? INT32_MAX : (int)left);
    if (count < 0 && errno != EINTR) return ECONNRESET;
    if (count <= 0) continue;
    if (waits[1].revents) return ECANCELED;
    return 0;
  }
}

// What the server remarks is not for standard error.
static void ignore(void *context, const result *remark) {}

int omamori_postgres_connect(
    const char *const *keywords, const char *const *values, int milliseconds, int cancellation,
    omamori_postgres **made) {
  if (!omamori_postgres_is_available()) return ENOSYS;
  int64_t deadline = now() + milliseconds;
  connection *connection = library.connectStartParams(keywords, values, 0);
  if (!connection) return ECONNREFUSED;
  library.setNoticeReceiver(connection, ignore, NULL);
  int step = POLLING_WRITING, code = 0;
  while (code == 0 && step != POLLING_OK) {
    code = await(connection, step == POLLING_READING ? POLLIN : POLLOUT, deadline, cancellation);
    if (code == 0) step = library.connectPoll(connection);
    if (step == POLLING_FAILED) code = ECONNREFUSED;
  }
  if (code == ECONNRESET) code = ECONNREFUSED;
  if (code == 0 && library.status(connection) != CONNECTION_OK) code = ECONNREFUSED;
  if (code == 0 && library.setnonblocking(connection, 1) != 0) code = ECONNREFUSED;
  if (code != 0) {
    library.finish(connection);
    return code;
  }
  *made = connection;
  return 0;
}

void omamori_postgres_close(omamori_postgres *connection) { library.finish(connection); }

static int settle(connection *connection, int64_t deadline, int cancellation) {
  for (;;) {
    int unsent = library.flush(connection);
    if (unsent < 0) return ECONNRESET;
    if (unsent == 0 && !library.isBusy(connection)) return 0;
    int code = await(connection, unsent ? POLLIN | POLLOUT : POLLIN, deadline, cancellation);
    if (code != 0) return code;
    if (!library.consumeInput(connection)) return ECONNRESET;
  }
}

int omamori_postgres_execute(
    omamori_postgres *connection, const char *statement, int count, const char *const *values,
    const int *lengths, int milliseconds, int cancellation, char *state, omamori_postgres_result **answer) {
  int formats[8];
  if (count > 8) return EINVAL;
  for (int index = 0; index < count; index++) formats[index] = lengths[index] >= 0;
  int64_t deadline = now() + milliseconds;
  if (!library.sendQueryParams(connection, statement, count, NULL, values, lengths, formats, 1))
    return ECONNRESET;
  result *last = NULL;
  for (;;) {
    int code = settle(connection, deadline, cancellation);
    if (code != 0) {
      if (last) omamori_postgres_clear(last);
      return code;
    }
    result *next = library.getResult(connection);
    if (!next) break;
    if (last) omamori_postgres_clear(last);
    last = next;
  }
  if (!last) return ECONNRESET;
  int status = library.resultStatus(last);
  if (status == COMMAND_OK || status == TUPLES_OK) {
    *answer = last;
    return 0;
  }
  const char *reason = library.resultErrorField(last, SQLSTATE);
  memset(state, 0, 6);
  if (reason) strncpy(state, reason, 5);
  omamori_postgres_clear(last);
  return library.status(connection) == CONNECTION_OK ? EPERM : ECONNRESET;
}

int omamori_postgres_rows(const omamori_postgres_result *result) { return library.ntuples(result); }

long omamori_postgres_changed(omamori_postgres_result *result) {
  return strtol(library.cmdTuples(result), NULL, 10);
}

const unsigned char *omamori_postgres_value(
    const omamori_postgres_result *result, int column, size_t *length) {
  if (library.ntuples(result) < 1 || column >= library.nfields(result)) return NULL;
  if (library.getisnull(result, 0, column)) return NULL;
  *length = (size_t)library.getlength(result, 0, column);
  return (const unsigned char *)library.getvalue(result, 0, column);
}

void omamori_postgres_clear(omamori_postgres_result *result) {
  for (int row = 0; row < library.ntuples(result); row++) {
    for (int column = 0; column < library.nfields(result); column++) {
      int length = library.getlength(result, row, column);
      if (length > 0) explicit_bzero(library.getvalue(result, row, column), (size_t)length);
    }
  }
  library.clear(result);
}

#else
int omamori_postgres_is_available(void) { return 0; }
#endif
