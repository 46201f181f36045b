/** Merchants choose references, so two merchants may use the same one. */
export const keyOf = (merchantId: string, reference: string): string => `${merchantId}/${reference}`;
