/** An account number that the gateway lends; money sent there belongs to its owner. */
export interface VirtualAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly accountName: string;
  readonly owner: {
    readonly kind: 'transaction' | 'reserved-account' | 'customer-wallet';
    readonly key: string;
  };
}
