import { createHash } from 'node:crypto';

/** Values that look random and are the same for the same seed and label in every run. */
export interface Seed {
  digits(label: string, count: number): string;
  capitals(label: string, count: number): string;
  hex(label: string, count: number): string;
}

const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

export function createSeed(text: string): Seed {
  function draw(label: string, count: number, alphabet: string): string {
    let drawn = '';
    for (let block = 0; drawn.length < count; block += 1) {
      const bytes = createHash('sha256').update(`${text}\n${label}\n${block}`).digest();
      for (const byte of bytes) drawn += alphabet[byte % alphabet.length] ?? '';
    }
    return drawn.slice(0, count);
  }

  return {
    digits: (label, count) => draw(label, count, '0123456789'),
    capitals: (label, count) => draw(label, count, CAPITALS),
    hex: (label, count) => draw(label, count, '0123456789ABCDEF'),
  };
}

const SPACE = 1_000_000_000n;
/** Coprime to the space, so that different serials never collide. */
const STRIDE = 387_420_489n;

/** The nth account number that starts with this digit: ten digits, not sequential, unique. */
export function accountNumber(firstDigit: string, serial: number): string {
  const scattered = (BigInt(serial) * STRIDE) % SPACE;
  return firstDigit + String(scattered).padStart(9, '0');
}
