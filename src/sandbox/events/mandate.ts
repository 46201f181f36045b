import { merchantById } from '../people/merchants.js';
import { type Mandate } from '../types/mandate.js';
import { asNumber } from '../wire/amounts.js';
import { localTextWithMillis } from '../wire/times.js';
import { type World } from '../world.js';

/** MANDATE_UPDATE: the status of a mandate changed. */
export function mandateEvent(world: World, mandate: Mandate) {
  const { customer } = mandate;
  return {
    eventType: 'MANDATE_UPDATE',
    eventData: {
      customerAddress: customer.address,
      endDate: shortMillis(mandate.endsAt),
      customerEmailAddress: customer.email,
      customerAccountName: customer.accountName,
      customerAccountNumber: customer.accountNumber,
      customerAccountBankCode: customer.bankCode,
      customerName: customer.name,
      mandateDescription: mandate.description,
      externalMandateReference: mandate.reference,
      mandateStatus: mandate.status,
      mandateAmount: mandate.amountKobo === null ? 0 : asNumber(mandate.amountKobo),
      autoRenew: mandate.autoRenew,
      mandateCode: mandate.code,
      contractCode: merchantById(world, mandate.merchantId).contractCode,
      customerPhoneNumber: customer.phone,
      startDate: shortMillis(mandate.startsAt),
    },
  };
}

/** 2026-06-27 09:08:11.0 */
const shortMillis = (at: number): string => localTextWithMillis(at).slice(0, 21);
