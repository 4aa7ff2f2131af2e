#pragma once
#include <stddef.h>

// The part of libpq that the shared session store uses. The library is opened at run time, so that neither its headers
// nor the library itself are needed to build and to start; without it every function says that it is missing.
//
// Connections and statements wait without blocking signals of others: with a deadline, and with a descriptor that ends
// the wait when it becomes readable. A connection belongs to one thread at a time.

typedef struct omamori_postgres omamori_postgres;
typedef struct omamori_postgres_result omamori_postgres_result;

/// 1 when the library is there with everything that is needed, 0 otherwise. Safe to call from any thread.
int omamori_postgres_is_available(void);

/// Connects. Both arrays end with `NULL`.
///
/// 0, or ENOSYS without the library, ETIMEDOUT, ECANCELED, or ECONNREFUSED for every other reason.
int omamori_postgres_connect(
    const char *const *keywords, const char *const *values, int milliseconds, int cancellation,
    omamori_postgres **connection);
/// Closes the connection; a server ends what it does for it.
void omamori_postgres_close(omamori_postgres *connection);

/// Executes one statement. Parameters with a length are binary, those of length -1 texts; results are binary.
///
/// 0 when the server accepted it; EPERM when it refused, with the reason in `state` (six bytes, ended with 0);
/// ETIMEDOUT and ECANCELED, after which the connection can only be closed: the server is not asked to cancel the
/// statement, because asking waits for it without a deadline, and ends it by a time limit of its own;
/// ECONNRESET when the connection broke.
int omamori_postgres_execute(
    omamori_postgres *connection, const char *statement, int count, const char *const *values,
    const int *lengths, int milliseconds, int cancellation, char *state, omamori_postgres_result **result);

/// The number of rows that were read.
int omamori_postgres_rows(const omamori_postgres_result *result);
/// The number of rows that were changed.
long omamori_postgres_changed(omamori_postgres_result *result);
/// The bytes of a column of the first row and their number; `NULL` when there is none.
const unsigned char *omamori_postgres_value(const omamori_postgres_result *result, int column, size_t *length);
/// Overwrites what the result holds, and gives it back.
void omamori_postgres_clear(omamori_postgres_result *result);
