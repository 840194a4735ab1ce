#ifndef CLINUX_H
#define CLINUX_H

// The calls and numbers that Swift's Glibc module lacks, each under its own name with `clinux_`
// before it. They return what the call returns, with `errno` set by it, and decide nothing.
//
// These are our own prototypes: a header that defines `_GNU_SOURCE` and includes the system's
// does not build beside `import Glibc`.

#include <stddef.h>
#include <stdint.h>

// MARK: Numbers

extern const int clinux_o_tmpfile;
extern const int clinux_o_path;
extern const long clinux_utime_omit;

extern const uint64_t clinux_resolve_beneath;
extern const uint64_t clinux_resolve_no_symlinks;
extern const uint64_t clinux_resolve_no_magiclinks;
extern const uint64_t clinux_resolve_no_mounts;

extern const unsigned int clinux_rename_noreplace;
extern const unsigned int clinux_rename_exchange;

extern const unsigned int clinux_sync_file_range_write;
extern const unsigned int clinux_sync_file_range_wait;

// MARK: Files

int clinux_openat2(int directory, const char *path, uint64_t flags, uint64_t mode,
                   uint64_t resolve);
int clinux_renameat2(int old_directory, const char *old_path, int new_directory,
                     const char *new_path, unsigned int flags);
int clinux_ficlone(int destination, int source);
ptrdiff_t clinux_copy_file_range(int source, int destination, size_t count);
int clinux_sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);
int64_t clinux_seek_data(int descriptor, int64_t offset);
int64_t clinux_seek_hole(int descriptor, int64_t offset);
int clinux_syncfs(int descriptor);
int clinux_birth_time(int descriptor, int64_t *seconds, uint32_t *nanoseconds);

struct clinux_file_system {
  uint64_t type;
  uint64_t block_size;
  uint64_t blocks;
  uint64_t blocks_available;
  uint64_t files_free;
};
int clinux_fstatfs(int descriptor, struct clinux_file_system *result);

uint32_t clinux_major(uint64_t device);
uint32_t clinux_minor(uint64_t device);

// MARK: Extended attributes

ptrdiff_t clinux_flistxattr(int descriptor, char *list, size_t size);
ptrdiff_t clinux_fgetxattr(int descriptor, const char *name, void *value, size_t size);
int clinux_fsetxattr(int descriptor, const char *name, const void *value, size_t size);
int clinux_fremovexattr(int descriptor, const char *name);

// MARK: Leases

extern const int clinux_read_lease;
extern const int clinux_no_lease;
int clinux_set_lease(int descriptor, int lease);
int clinux_set_signal(int descriptor, int signal);

// MARK: Sockets

int clinux_accept4(int descriptor);
int clinux_peer_credentials(int descriptor, int32_t *process, uint32_t *user, uint32_t *group);

// MARK: Threads and processes

int clinux_eventfd(void);
int clinux_set_thread_name(const char *name);
char *const *clinux_environment(void);
int clinux_window_columns(int descriptor);
/// `posix_spawn_file_actions_addclosefrom_np(3)`; nothing before glibc 2.34.
int clinux_spawn_close_from(void *actions, int first);

#endif
