/** The gateway's limits, in characters. */
export const LONGEST_REASON = 64;
export const LONGEST_NOTE = 16;

/** The gateway refunds bank transfers only. */
export const REFUNDABLE_METHOD = 'ACCOUNT_TRANSFER';

/** Bounds the refunds of one transaction. */
export const MOST_REFUNDS = 100;

/** Bounds the refunds that policies ask for on one lifecycle; beyond it the money is held. */
export const MOST_BY_POLICY = 20;
