// The compression function by the CPU's SHA extensions: four rounds a step.

#include "CSHA256.h"
#include "sha256_blocks.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

int collate_sha256_has_instructions(void) {
  unsigned a, b, c, d;
  // SSSE3 moves bytes, SSE4.1 blends.
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 9 & 1) || !(c >> 19 & 1)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

__attribute__((target("sha,sse4.1,ssse3"))) void
collate_sha256_blocks_instructions(uint32_t state[8], const uint8_t *data, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i *constants = (const __m128i *)collate_sha256_constants;

  // The instructions want the state as two registers that hold, from the top, ABEF and CDGH.
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);

  for (; count > 0; count--, data += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    // The last sixteen words of the schedule, four to a register.
    __m128i words[4];
#pragma clang loop unroll(full)
    for (int step = 0; step < 16; step++) {
      __m128i now;
      if (step < 4) {
        now = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)data + step), big_endian);
      } else {
        __m128i sixteen = words[step & 3], twelve = words[(step + 1) & 3];
        __m128i eight = words[(step + 2) & 3], four = words[(step + 3) & 3];
        now = _mm_add_epi32(
            _mm_sha256msg1_epu32(sixteen, twelve), _mm_alignr_epi8(four, eight, 4));
        now = _mm_sha256msg2_epu32(now, four);
      }
      words[step & 3] = now;
      __m128i input = _mm_add_epi32(now, constants[step]);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(__aarch64__) && (defined(__ARM_FEATURE_SHA2) || defined(__ARM_FEATURE_CRYPTO))

#include <arm_neon.h>

// The compiler was told that every CPU it builds for has them.
int collate_sha256_has_instructions(void) { return 1; }

void collate_sha256_blocks_instructions(uint32_t state[8], const uint8_t *data, size_t count) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, data += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    // The last sixteen words of the schedule, four to a register.
    uint32x4_t words[4];
#pragma clang loop unroll(full)
    for (int step = 0; step < 16; step++) {
      uint32x4_t now;
      if (step < 4) {
        now = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(data + 16 * step)));
      } else {
        uint32x4_t sixteen = words[step & 3], twelve = words[(step + 1) & 3];
        uint32x4_t eight = words[(step + 2) & 3], four = words[(step + 3) & 3];
        now = vsha256su1q_u32(vsha256su0q_u32(sixteen, twelve), eight, four);
      }
      words[step & 3] = now;
      uint32x4_t input = vaddq_u32(now, vld1q_u32(collate_sha256_constants + 4 * step));
      uint32x4_t abcd_now = abcd;
      abcd = vsha256hq_u32(abcd, efgh, input);
      efgh = vsha256h2q_u32(efgh, abcd_now, input);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#else

int collate_sha256_has_instructions(void) { return 0; }

void collate_sha256_blocks_instructions(uint32_t state[8], const uint8_t *data, size_t count) {
  collate_sha256_blocks_portable(state, data, count);
}

#endif
