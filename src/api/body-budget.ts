/** Bodies up to this size share one budget; only a few larger ones are read at a time. */
export const ORDINARY_BODY_BYTES = 1024 * 1024;
/** Settlement events carry thousands of rows. */
export const MAX_BODY_BYTES = 32 * ORDINARY_BODY_BYTES;

const MAX_ORDINARY_BYTES = 32 * ORDINARY_BODY_BYTES;
const MAX_LARGE_BODIES = 2;

/** The memory of one body, until it is processed or refused. */
export interface BodyReservation {
  /** Reserves this many bytes in total; false when the budget does not allow it now. */
  grow(bytes: number): boolean;
  release(): void;
}

/**
 * Limits the memory of all bodies whose signature is not verified yet: anyone can send a body with a header that looks
 * like a signature. A sender that exceeds the budget is refused and must retry later.
 */
export function createBodyBudget() {
  let ordinary = 0;
  let large = 0;
  return {
    reserve(): BodyReservation {
      let held = 0;
      let isLarge = false;
      return {
        grow(bytes) {
          if (isLarge) return true;
          if (bytes > ORDINARY_BODY_BYTES) {
            if (large >= MAX_LARGE_BODIES) return false;
            ordinary -= held;
            held = 0;
            large += 1;
            isLarge = true;
            return true;
          }
          if (ordinary + bytes - held > MAX_ORDINARY_BYTES) return false;
          ordinary += bytes - held;
          held = bytes;
          return true;
        },
        release() {
          ordinary -= held;
          if (isLarge) large -= 1;
          held = 0;
          isLarge = false;
        },
      };
    },
  };
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;
