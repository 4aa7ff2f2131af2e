#pragma once
#include <sqlite3.h>

// `SQLITE_TRANSIENT` is a macro that Swift cannot import: SQLite copies the bytes before these return.
static inline int relay_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int relay_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// `sqlite3_db_config` takes a variable number of arguments, which Swift cannot pass: sets a switch that is on or off.
static inline int relay_db_switch(sqlite3 *database, int option, int value) {
  int result = -1;
  int code = sqlite3_db_config(database, option, value, &result);
  return code != SQLITE_OK ? code : (result == value ? SQLITE_OK : SQLITE_ERROR);
}
