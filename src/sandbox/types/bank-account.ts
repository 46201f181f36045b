/** A bank account outside the gateway, found by name enquiry. */
export interface BankAccount {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bvn?: string;
}
