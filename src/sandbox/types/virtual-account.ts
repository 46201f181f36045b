/** An account number that the gateway issues; money sent to it belongs to its owner. */
export interface VirtualAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly accountName: string;
  readonly owner: {
    readonly kind: 'transaction' | 'reserved-account' | 'customer-wallet';
    readonly key: string;
  };
}
