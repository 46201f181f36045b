/** A wallet that a merchant keeps for a customer, topped up through its own virtual account. */
export interface CustomerWallet {
  readonly key: string;
  readonly merchantId: string;
  readonly walletReference: string;
  readonly walletName: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly bvn: string;
  readonly bvnDateOfBirth: string;
  readonly accountNumber: string;
  readonly topUpAccountNumber: string;
  readonly createdAt: number;
}

export interface WalletEntry {
  readonly reference: string;
  readonly walletKey: string;
  readonly transactionReference: string;
  readonly beforeKobo: number;
  readonly amountKobo: number;
  readonly at: number;
}
