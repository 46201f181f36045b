/** Every fault of one gateway call, before or after its effect: `when.kind` of a planned fault. */
export const CALL_FAULTS = [
  'after.reset',
  'after.error',
  'after.bad-gateway',
  'after.truncated',
  'after.garbage',
  'after.wrong-envelope',
  'after.wrong-reference',
  'before.reset',
  'before.error',
  'before.unauthorized',
  'before.rate-limited',
] as const;
