import { kobo, percent } from '../../src/domain/money.js';
import { type Gateway, newAmount, newReference, type Request } from './gateway.js';

/** Default request fields. */
export function checkoutTerms(changes: Partial<Request<'initTransaction'>> = {}): Request<'initTransaction'> {
  return {
    amount: kobo(4_000_00),
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    paymentReference: newReference('checkout'),
    paymentDescription: 'Two calabashes',
    currencyCode: 'NGN',
    ...changes,
  };
}

export async function openCheckout(gateway: Gateway, changes: Partial<Request<'initTransaction'>> = {}) {
  const terms = checkoutTerms(changes);
  const { transactionReference } = await gateway.ok('initTransaction', terms);
  return { ...terms, transactionReference };
}

/** Opens a payment with a virtual account. */
export async function openTransferCheckout(
  gateway: Gateway,
  changes: Partial<Request<'initTransaction'>> = {},
) {
  const checkout = await openCheckout(gateway, changes);
  const { transactionReference } = checkout;
  const account = await gateway.ok('initBankTransfer', { transactionReference });
  return { ...checkout, account };
}

export async function transferTerms(
  gateway: Gateway,
  changes: Partial<Request<'initiateTransfer'>> = {},
): Promise<Request<'initiateTransfer'>> {
  return {
    ...(await payeeTerms(gateway)),
    reference: newReference('transfer'),
    sourceAccountNumber: gateway.wallet,
    ...changes,
  };
}

export async function batchTerms(
  gateway: Gateway,
  changes: Partial<Request<'initiateBatch'>> = {},
): Promise<Request<'initiateBatch'>> {
  return {
    title: 'Payroll',
    batchReference: newReference('batch'),
    narration: 'Salaries of June',
    sourceAccountNumber: gateway.wallet,
    onValidationFailure: 'CONTINUE',
    notificationInterval: 25,
    transactionList: [await batchRow(gateway), await batchRow(gateway)],
    ...changes,
  };
}

type BatchRow = Request<'initiateBatch'>['transactionList'][number];

export async function batchRow(gateway: Gateway, changes: Partial<BatchRow> = {}): Promise<BatchRow> {
  return { ...(await payeeTerms(gateway)), reference: newReference('row'), ...changes };
}

async function payeeTerms(gateway: Gateway) {
  const { bankCode, accountNumber, accountName } = await gateway.payee();
  return {
    amount: newAmount(),
    narration: 'Salary of June',
    destinationBankCode: bankCode,
    destinationAccountNumber: accountNumber,
    destinationAccountName: accountName,
    currency: 'NGN' as const,
  };
}

export function accountTerms(
  changes: Partial<Request<'createReservedAccount'>> = {},
): Request<'createReservedAccount'> {
  return {
    accountReference: newReference('account'),
    accountName: 'Ada Obi',
    currencyCode: 'NGN',
    customerEmail: 'ada@example.com',
    customerName: 'Ada Obi',
    bvn: '22200000005',
    ...changes,
  };
}

export async function invoiceTerms(
  gateway: Gateway,
  changes: Partial<Request<'createInvoice'>> = {},
): Promise<Request<'createInvoice'>> {
  return {
    amount: kobo(5_000_00),
    currencyCode: 'NGN',
    invoiceReference: newReference('invoice'),
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    description: 'Rent of June',
    expiryDate: await gateway.inDays(2),
    ...changes,
  };
}

export async function mandateTerms(
  gateway: Gateway,
  changes: Partial<Request<'createMandate'>> = {},
): Promise<Request<'createMandate'>> {
  const { bankCode, accountNumber } = await gateway.payee();
  return {
    mandateReference: newReference('mandate'),
    autoRenew: false,
    customerName: 'Ada Obi',
    customerEmailAddress: 'ada@example.com',
    customerPhoneNumber: '08030000000',
    customerAddress: '1 Broad Street, Lagos',
    customerAccountNumber: accountNumber,
    customerAccountBankCode: bankCode,
    mandateDescription: 'Rent',
    mandateStartDate: await gateway.inDays(0.01),
    mandateEndDate: await gateway.inDays(60),
    mandateAmount: kobo(1_000_00),
    ...changes,
  };
}

type SubAccount = Request<'createSubAccounts'>['items'][number];

export async function subAccountTerms(gateway: Gateway): Promise<SubAccount> {
  const { bankCode, accountNumber } = await gateway.payee();
  return {
    currencyCode: 'NGN',
    accountNumber,
    bankCode,
    email: 'partner@example.com',
    defaultSplitPercentage: percent('20.5'),
  };
}

/** The available wallet balance. */
export async function balanceOf(gateway: Gateway) {
  return (await gateway.ok('getWalletBalance', { accountNumber: gateway.wallet })).availableBalance;
}
