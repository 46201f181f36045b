/** Values that the examples of several routes share. They work with the sandbox of `npm start`. */
export const DAY_MS = 86_400_000;

export const CUSTOMER = { email: 'ada@example.com', name: 'Ada Obi' };
export const ACCOUNT = { bankCode: '058', accountNumber: '0100090002' };
/** An account of the sandbox, with the name that its bank holds. */
export const DESTINATION = { ...ACCOUNT, accountName: 'Chidi Amara Gwarzo' };
export const RESOLVE = {
  decision: 'dismiss',
  reason: 'Agreed with the customer on the phone',
  version: 'q3ZxT0b_k',
};
export const OTP = { otp: '123456' };
export const REFUND = { reference: 'order-1-refund', amount: '500.00', refundReason: 'One item was damaged' };

/** A time in so many days. */
export const inDays = (now: number, days: number) => new Date(now + days * DAY_MS).toISOString();
