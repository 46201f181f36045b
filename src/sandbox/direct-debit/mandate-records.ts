import { type Debit } from '../types/debit.js';
import { type Mandate } from '../types/mandate.js';
import { asNumber } from '../wire/amounts.js';
import { utcWithZone } from '../wire/times.js';
import { type World } from '../world.js';
import { authorizationLink, authorizationMessage } from './mandates.js';

/** The response to the creation and the cancellation of a mandate. */
export function acknowledge({ reference, code, status }: Mandate, responseMessage: string) {
  return { responseMessage, mandateReference: reference, mandateCode: code, mandateStatus: status };
}

export function mandateRecord(world: World, mandate: Mandate) {
  const { customer } = mandate;
  const waits = mandate.status === 'PENDING_AUTHORIZATION';
  return {
    mandateCode: mandate.code,
    externalMandateReference: mandate.reference,
    startDate: utcWithZone(mandate.startsAt),
    endDate: utcWithZone(mandate.endsAt),
    mandateStatus: mandate.status,
    mandateAmount: mandate.amountKobo === null ? null : asNumber(mandate.amountKobo),
    contractCode: world.merchants.get(mandate.merchantId)?.contractCode,
    autoRenew: mandate.autoRenew,
    customerPhoneNumber: customer.phone,
    customerEmailAddress: customer.email,
    customerAddress: customer.address,
    customerName: customer.name,
    customerAccountName: customer.accountName,
    customerAccountNumber: customer.accountNumber,
    customerAccountBankCode: customer.bankCode,
    mandateDescription: mandate.description,
    debitAmount: mandate.debitKobo === null ? null : asNumber(mandate.debitKobo),
    authorizationMessage: waits ? authorizationMessage(mandate) : null,
    authorizationLink: waits ? authorizationLink(world, mandate) : null,
  };
}

export function debitRecord(found: Debit) {
  return {
    transactionStatus: found.status,
    responseMessage: found.responseMessage,
    transactionReference: found.transactionReference,
    paymentReference: found.paymentReference,
    debitAmount: asNumber(found.amountKobo),
    narration: found.narration,
    mandateCode: found.mandateCode,
  };
}
