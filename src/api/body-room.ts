/** Bodies up to this size share one allowance; what is larger needs one of a few places. */
export const ORDINARY_BYTES = 1024 * 1024;
/** Settlement events carry thousands of rows. */
export const LARGEST_BYTES = 32 * ORDINARY_BYTES;

const ALL_ORDINARY_BYTES = 32 * ORDINARY_BYTES;
const LARGE_AT_ONCE = 2;

/** The share of memory that one body has, until it is proven and handed on, or refused. */
export interface BodyPlace {
  /** False when there is no room for so many bytes at the moment. */
  grow(bytes: number): boolean;
  leave(): void;
}

/**
 * How much memory all bodies together have that nobody has proven yet: anybody can send one with a header that looks
 * like a signature. Whom there is no room for comes again later.
 */
export function createBodyRoom() {
  let ordinary = 0;
  let large = 0;
  return {
    enter(): BodyPlace {
      let held = 0;
      let isLarge = false;
      return {
        grow(bytes) {
          if (isLarge) return true;
          if (bytes > ORDINARY_BYTES) {
            if (large >= LARGE_AT_ONCE) return false;
            ordinary -= held;
            held = 0;
            large += 1;
            isLarge = true;
            return true;
          }
          if (ordinary + bytes - held > ALL_ORDINARY_BYTES) return false;
          ordinary += bytes - held;
          held = bytes;
          return true;
        },
        leave() {
          ordinary -= held;
          if (isLarge) large -= 1;
          held = 0;
          isLarge = false;
        },
      };
    },
  };
}

export type BodyRoom = ReturnType<typeof createBodyRoom>;
