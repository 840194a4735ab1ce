#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

const int clinux_o_tmpfile = O_TMPFILE;
const int clinux_o_path = O_PATH;
const long clinux_utime_omit = UTIME_OMIT;

const uint64_t clinux_resolve_beneath = RESOLVE_BENEATH;
const uint64_t clinux_resolve_no_symlinks = RESOLVE_NO_SYMLINKS;
const uint64_t clinux_resolve_no_magiclinks = RESOLVE_NO_MAGICLINKS;
const uint64_t clinux_resolve_no_mounts = RESOLVE_NO_XDEV;

const unsigned int clinux_rename_noreplace = RENAME_NOREPLACE;
const unsigned int clinux_rename_exchange = RENAME_EXCHANGE;

const unsigned int clinux_sync_file_range_write = SYNC_FILE_RANGE_WRITE;
const unsigned int clinux_sync_file_range_wait =
    SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;

const int clinux_read_lease = F_RDLCK;
const int clinux_no_lease = F_UNLCK;

int clinux_openat2(int directory, const char *path, uint64_t flags, uint64_t mode,
                   uint64_t resolve) {
  struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int clinux_renameat2(int old_directory, const char *old_path, int new_directory,
                     const char *new_path, unsigned int flags) {
  return renameat2(old_directory, old_path, new_directory, new_path, flags);
}

int clinux_ficlone(int destination, int source) { return ioctl(destination, FICLONE, source); }

ptrdiff_t clinux_copy_file_range(int source, int destination, size_t count) {
  return copy_file_range(source, NULL, destination, NULL, count, 0);
}

int clinux_sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags) {
  return sync_file_range(descriptor, offset, count, flags);
}

int64_t clinux_seek_data(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_DATA);
}

int64_t clinux_seek_hole(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_HOLE);
}

int clinux_syncfs(int descriptor) { return syncfs(descriptor); }

int clinux_fstatfs(int descriptor, struct clinux_file_system *result) {
  struct statfs status;
  int outcome = fstatfs(descriptor, &status);
  if (outcome == 0) {
    result->type = (uint64_t)status.f_type;
    result->block_size = (uint64_t)status.f_bsize;
    result->blocks = (uint64_t)status.f_blocks;
    result->blocks_available = (uint64_t)status.f_bavail;
    result->files_free = (uint64_t)status.f_ffree;
  }
  return outcome;
}

// Zero seconds and nanoseconds where the file system keeps no such time.
int clinux_birth_time(int descriptor, int64_t *seconds, uint32_t *nanoseconds) {
  struct statx status;
  int outcome = statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &status);
  if (outcome == 0) {
    int is_known = (status.stx_mask & STATX_BTIME) != 0;
    *seconds = is_known ? status.stx_btime.tv_sec : 0;
    *nanoseconds = is_known ? status.stx_btime.tv_nsec : 0;
  }
  return outcome;
}

uint32_t clinux_major(uint64_t device) { return major(device); }

uint32_t clinux_minor(uint64_t device) { return minor(device); }

ptrdiff_t clinux_flistxattr(int descriptor, char *list, size_t size) {
  return flistxattr(descriptor, list, size);
}

ptrdiff_t clinux_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size);
}

int clinux_fsetxattr(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

int clinux_fremovexattr(int descriptor, const char *name) {
  return fremovexattr(descriptor, name);
}

int clinux_set_lease(int descriptor, int lease) { return fcntl(descriptor, F_SETLEASE, lease); }

int clinux_set_signal(int descriptor, int signal) { return fcntl(descriptor, F_SETSIG, signal); }
