#pragma once

// What the agent asks of Linux and Swift cannot say: names that need _GNU_SOURCE, and functions with variable arguments.

/// The user at the other end of a local socket, as the kernel noted it when the connection was made; -1 when unknown.
long omamori_process_peer_user(int socket);

/// Keeps the process out of core dumps and its memory from other processes of the user; 0, or an error number.
int omamori_process_hide(void);
