/** Commands that create something, each with the example of its route as a start. */
export const CREATED = [
  {
    name: 'checkout',
    path: '/v1/checkouts',
    about: 'Create a checkout to try it: prints the page to pay on',
  },
  { name: 'invoice', path: '/v1/invoices', about: 'Create an invoice' },
  {
    name: 'reserved-account',
    path: '/v1/reserved-accounts',
    about: 'Reserve account numbers for a customer',
  },
  { name: 'charge', path: '/v1/charges', about: 'Charge the card of a paid checkout again' },
  {
    name: 'subscription',
    path: '/v1/subscriptions',
    about: 'Charge the card of a paid checkout every period',
  },
  { name: 'mandate', path: '/v1/mandates', about: 'Create a direct-debit mandate' },
  { name: 'transfer', path: '/v1/transfers', about: 'Send money to a bank account' },
  { name: 'batch', path: '/v1/batches', about: 'Send many transfers' },
  { name: 'bill', path: '/v1/bills', about: 'Pay a bill' },
  { name: 'paycode', path: '/v1/paycodes', about: 'Create a code for cash' },
  { name: 'refund', path: '/v1/refunds', about: 'Refund a transaction' },
] as const;

/** Commands that do something to a lifecycle, by the end of their routes. */
export const ACTIONS = [
  { name: 'confirm', about: 'Check with the gateway now, and show the result' },
  { name: 'cancel', about: 'Cancel a checkout, an invoice, a transfer …' },
  { name: 'approve', about: 'Approve a payout of another person' },
  { name: 'decline', about: 'Decline a payout of another person' },
] as const;
