import * as take from '../../reading/reply-fields.js';

const paymentStatus = take.word(
  'PENDING',
  'PAID',
  'OVERPAID',
  'PARTIALLY_PAID',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
);

const cardDetails = take.record({
  cardType: take.maybeText,
  last4: take.maybeText,
  expMonth: take.maybeText,
  expYear: take.maybeText,
  bin: take.maybeText,
  bankCode: take.maybeText,
  bankName: take.maybeText,
  reusable: take.maybeFlag,
  countryCode: take.maybeText,
  cardToken: take.maybeText,
  supportsTokenization: take.maybeFlag,
  maskedPan: take.maybeText,
});

const accountPayment = take.record({
  accountName: take.maybeText,
  accountNumber: take.maybeText,
  bankCode: take.maybeText,
  amountPaid: take.maybeNaira,
});

/** The status record, which the token charge and the settlement listing use too. */
export const statusRecord = take.record({
  transactionReference: take.text,
  paymentReference: take.text,
  amountPaid: take.naira,
  totalPayable: take.naira,
  settlementAmount: take.maybeNaira,
  paidOn: take.maybeTime,
  paymentStatus,
  paymentDescription: take.maybeText,
  currency: take.text,
  paymentMethod: take.maybeText,
  product: take.maybeProduct,
  cardDetails: take.maybe(cardDetails),
  accountDetails: take.maybe(accountPayment),
  accountPayments: take.maybeList(accountPayment),
  customer: take.maybeCustomer,
  paymentScope: take.nothing,
  metaData: take.nothing,
});

/** Lists spell their fields differently from the status record, and write amounts as numbers. */
export const listRecord = take.record({
  customerDTO: take.maybe(
    take.record({ email: take.maybeText, name: take.maybeText, merchantCode: take.maybeText }),
  ),
  paymentMethod: take.maybeText,
  createdOn: take.maybeTime,
  completedOn: take.maybeTime,
  amount: take.naira,
  flagged: take.maybeFlag,
  fee: take.maybeNaira,
  currencyCode: take.maybeText,
  paymentDescription: take.maybeText,
  paymentStatus,
  transactionReference: take.text,
  paymentReference: take.text,
  merchantCode: take.maybeText,
  merchantName: take.maybeText,
  metaData: take.nothing,
  payableAmount: take.maybeNaira,
  amountPaid: take.maybeNaira,
  completed: take.maybeFlag,
  paymentMethodList: take.maybeTexts,
  collectionChannel: take.maybeText,
  providerAmount: take.maybeNaira,
  providerCode: take.maybeText,
  settleInstantly: take.maybeFlag,
});
