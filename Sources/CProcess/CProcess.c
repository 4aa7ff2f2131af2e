#define _GNU_SOURCE
#include "CProcess.h"

#ifdef __linux__
#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

long omamori_process_peer_user(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer) return -1;
  // A socket without a peer has the identifier (uid_t)-1.
  return peer.uid == (uid_t)-1 ? -1 : (long)peer.uid;
}

int omamori_process_hide(void) {
  const struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return errno;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
}
#else
long omamori_process_peer_user(int socket) { return -1; }
int omamori_process_hide(void) { return -1; }
#endif
