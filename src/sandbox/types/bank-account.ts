/** A bank account outside of the gateway whose name resolves. */
export interface BankAccount {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bvn?: string;
}
