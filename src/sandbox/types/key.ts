/** References that a merchant chooses are its own: another merchant may use the same. */
export const keyOf = (merchantId: string, reference: string): string => `${merchantId}/${reference}`;
