// Padding and the bytes between two blocks; the work is done by a block function.

#include "CSHA256.h"
#include "sha256_blocks.h"

#include <string.h>

void collate_sha256_start(struct collate_sha256 *sha, int with_instructions) {
  static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(sha->state, initial, sizeof initial);
  sha->length = 0;
  sha->blocks =
      with_instructions ? collate_sha256_blocks_instructions : collate_sha256_blocks_portable;
}

void collate_sha256_update(struct collate_sha256 *sha, const void *data, size_t count) {
  if (count == 0) return;
  const uint8_t *bytes = data;
  size_t held = sha->length % 64;
  sha->length += count;
  if (held > 0) {
    size_t room = 64 - held;
    size_t taken = count < room ? count : room;
    memcpy(sha->pending + held, bytes, taken);
    bytes += taken;
    count -= taken;
    if (taken < room) return;
    sha->blocks(sha->state, sha->pending, 1);
  }
  sha->blocks(sha->state, bytes, count / 64);
  memcpy(sha->pending, bytes + count / 64 * 64, count % 64);
}

void collate_sha256_finish(struct collate_sha256 *sha) {
  size_t held = sha->length % 64;
  uint64_t bits = sha->length * 8;
  sha->pending[held++] = 0x80;
  if (held > 56) {
    memset(sha->pending + held, 0, 64 - held);
    sha->blocks(sha->state, sha->pending, 1);
    held = 0;
  }
  memset(sha->pending + held, 0, 56 - held);
  for (int index = 0; index < 8; index++) {
    sha->pending[56 + index] = (uint8_t)(bits >> (56 - 8 * index));
  }
  sha->blocks(sha->state, sha->pending, 1);
}
