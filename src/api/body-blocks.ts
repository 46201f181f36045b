const BLOCK_BYTES = 64 * 1024;
/** Most bodies are small, and thousands may begin at once. */
const FIRST_BLOCK_BYTES = 4 * 1024;

/** Stores a body in blocks: a sender of single bytes must not cost an object for each. */
export function createBlocks() {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  return {
    add(chunk: Buffer): void {
      for (let from = 0; from < chunk.length;) {
        if (used === block.length) {
          if (used > 0) full.push(block);
          block = Buffer.allocUnsafeSlow(used === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES);
          used = 0;
        }
        const copied = chunk.copy(block, used, from);
        used += copied;
        from += copied;
      }
    },
    whole: () => Buffer.concat([...full, block.subarray(0, used)]),
  };
}
