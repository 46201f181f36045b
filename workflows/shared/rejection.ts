import { type Kobo, toNaira } from '../../src/domain/money.js';
import type { RejectionNews } from '../../src/domain/news.js';
import type { Tale } from './story.js';

/** The gateway sent somebody's transfer back. No question exists for it: the signed event is passed on. */
export function rejectionTale(prefix: string, news: RejectionNews): Tale {
  const { key, transactionReference, reason, amountKobo, expectedKobo, at } = news;
  const rejection = {
    transactionReference,
    reason,
    at,
    ...inNaira('amount', amountKobo),
    ...inNaira('expected', expectedKobo),
  };
  return { type: `${prefix}.payment-rejected`, effect: `rejected:${key}`, about: { rejection } };
}

function inNaira(name: string, amount: Kobo | undefined) {
  return amount === undefined ? {} : { [name]: toNaira(amount), [`${name}Kobo`]: amount };
}
