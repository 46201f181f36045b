/** Every way in which one call to the gateway goes wrong, before its effect or after it: `when.kind` of a fault plan. */
export const WAYS_TO_GO_WRONG = [
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
