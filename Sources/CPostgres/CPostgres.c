#include "CPostgres.h"

int omamori_postgres_is_available(void) { return 0; }
