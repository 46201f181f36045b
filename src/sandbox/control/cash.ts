import { type Cash, takeCash } from '../collections/cash.js';
import { amount, email, type Fields, fieldsOf, optionalObject, optionalText, text } from '../http/fields.js';
import { Answer } from '../http/reply.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { firstMerchant, merchantById } from '../people/merchants.js';
import { type World } from '../world.js';

/** Cash payments at an agent. */
export const CASH_CONTROL: readonly OwnRoute[] = [own('POST /sandbox/offline-payments', take)];

function take({ world, body }: Call) {
  const outcome = takeCash(world, readCash(world, fieldsOf(body)));
  return new Answer(outcome.accepted ? 200 : 422, outcome);
}

/** A form also sends empty fields; they count as omitted. */
export function readCash(world: World, fields: Fields): Cash {
  const merchantId = optionalText(fields, 'merchantId');
  const reference = optionalText(fields, 'reference');
  const invoiceReference = optionalText(fields, 'invoiceReference');
  return {
    merchant: merchantId ? merchantById(world, merchantId) : firstMerchant(world),
    amountKobo: amount(fields, 'amount'),
    customer: readCustomer(optionalObject(fields, 'customer')),
    ...(reference && { reference }),
    ...(invoiceReference && { invoiceReference }),
  };
}

function readCustomer(fields: Fields | undefined): Cash['customer'] {
  if (!fields) return { name: 'Cash customer', email: 'cash@example.com' };
  return { name: text(fields, 'name'), email: email(fields, 'email') };
}
