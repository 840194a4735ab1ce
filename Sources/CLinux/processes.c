#define _GNU_SOURCE
#include "CLinux.h"

#include <spawn.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_accept4(int descriptor) {
  return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer_credentials(int descriptor, int32_t *process, uint32_t *user, uint32_t *group) {
  struct ucred credentials = {0};
  socklen_t size = sizeof credentials;
  int outcome = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size);
  *process = credentials.pid;
  *user = credentials.uid;
  *group = credentials.gid;
  return outcome;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

char *const *clinux_environment(void) { return environ; }

int clinux_window_columns(int descriptor) {
  struct winsize size = {0};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int clinux_spawn_close_from(void *actions, int first) {
#if __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  return 0;
#endif
}
