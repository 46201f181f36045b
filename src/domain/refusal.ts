/** Every way a lifecycle refuses a command. The API has a problem type for each; one without a row does not compile. */
export const REFUSALS = [
  'invalid',
  'not-open',
  'channel-disabled',
  'card-unresolved',
  'card-in-progress',
  'otp-not-expected',
  'otp-expired',
  'otp-incorrect',
  'otp-in-progress',
  'too-soon',
  'three-ds-not-expected',
  'not-sent',
  'refused',
  'command-conflict',
  'nothing-to-resolve',
  'reference-conflict',
  'not-refundable',
  'below-minimum',
  'destination-required',
  'refund-exceeds-payment',
] as const;

export type Refusal = (typeof REFUSALS)[number];
