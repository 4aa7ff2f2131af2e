"""What gnome-keyring costs, through libsecret as every program uses it: one process, one connection, one session.

Run as a program within a session of its own (see `service.py`). With a number, stores so many items and ends; without
one, prints the calls a second of `set` and `get`, with ITEMS items there.
"""

import ctypes
import sys
import time

SERVICE = "service"
ITEMS = 2000
STORES = 60
LOOKUPS = 300


class Library:
    """The few functions of libsecret that a program needs to store and to look up passwords."""

    def __init__(self) -> None:
        self.glib = ctypes.CDLL("libglib-2.0.so.0")
        self.secret = ctypes.CDLL("libsecret-1.so.0")
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        for library, name, result, arguments in [
            (self.glib, "g_hash_table_new", pointer, [pointer, pointer]),
            (self.glib, "g_hash_table_insert", ctypes.c_int, [pointer, pointer, pointer]),
            (self.glib, "g_hash_table_unref", None, [pointer]),
            (self.secret, "secret_schema_newv", pointer, [text, ctypes.c_int, pointer]),
            (self.secret, "secret_password_storev_sync", ctypes.c_int,
             [pointer, pointer, text, text, text, pointer, pointer]),
            (self.secret, "secret_password_lookupv_sync", pointer, [pointer, pointer, pointer, pointer]),
            (self.secret, "secret_password_free", None, [pointer]),
        ]:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        kinds = {b"account": 0, b"service": 0}
        self.schema = self.secret.secret_schema_newv(b"test.omamori.benchmark", 0, self.table(kinds))

    def table(self, pairs: dict) -> int:
        """A hash table of GLib; the bytes have to stay alive as long as it."""
        same = ctypes.cast(self.glib.g_str_equal, ctypes.c_void_p)
        table = self.glib.g_hash_table_new(ctypes.cast(self.glib.g_str_hash, ctypes.c_void_p), same)
        for key, value in pairs.items():
            self.glib.g_hash_table_insert(
                table, ctypes.cast(key, ctypes.c_void_p),
                ctypes.cast(value, ctypes.c_void_p) if isinstance(value, bytes) else value)
        return table

    def attributes(self, number: int) -> tuple[dict, int]:
        """What tells an item from all others, and the same as a hash table."""
        pairs = {b"account": f"user{number}@example.test".encode(), b"service": SERVICE.encode()}
        return pairs, self.table(pairs)

    def store(self, number: int) -> None:
        """Stores an item of 32 bytes."""
        pairs, table = self.attributes(number)
        error = ctypes.c_void_p()
        done = self.secret.secret_password_storev_sync(
            self.schema, table, None, b"benchmark", b"0123456789abcdef0123456789abcdef", None, ctypes.byref(error))
        self.glib.g_hash_table_unref(table)
        if not done or error:
            sys.exit("gnome-keyring did not store an item")
        del pairs

    def lookup(self, number: int) -> None:
        """Reads an item."""
        pairs, table = self.attributes(number)
        error = ctypes.c_void_p()
        found = self.secret.secret_password_lookupv_sync(self.schema, table, None, ctypes.byref(error))
        self.glib.g_hash_table_unref(table)
        if not found or error:
            sys.exit("gnome-keyring did not find an item")
        self.secret.secret_password_free(found)
        del pairs


def main() -> None:
    library = Library()
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 0):
        library.store(number)
    if len(sys.argv) > 1:
        return
    # The first call makes the connection and the session.
    library.lookup(0)
    start = time.monotonic()
    for number in range(ITEMS, ITEMS + STORES):
        library.store(number)
    print(f"set {STORES / (time.monotonic() - start):.1f}")
    start = time.monotonic()
    for number in range(LOOKUPS):
        library.lookup(number * 7 % ITEMS)
    print(f"get {LOOKUPS / (time.monotonic() - start):.1f}")


if __name__ == "__main__":
    main()
