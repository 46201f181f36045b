import { charges as CHARGE, checkouts as CHECKOUT, invoices as INVOICE } from '../../workflows/lifecycles.js';
import { toCheckout, toVirtualAccount } from '../domain/checkout/view.js';
import { refundableOf } from '../domain/collection/refundable.js';
import { cardRequest, otpRequest } from '../requests/card.js';
import { readChargeRequest } from '../requests/charge.js';
import { readCheckoutRequest, readVirtualAccountRequest } from '../requests/checkout.js';
import { readInvoiceRequest, refuseOverdue } from '../requests/invoice.js';
import { parse } from '../requests/parse.js';
import { checkSplit } from '../requests/split-check.js';
import { withOwareErrors } from './error.js';
import { toJson } from './json.js';
import { commandOf, createCancel, createLifecycle, type Deps, pathOf } from './lifecycle.js';
import type { Cancellable, Charges, Checkouts, Invoices, Lifecycle } from './oware.js';
import { createOwnedRefunds } from './owned-refunds.js';
import type * as types from './types.js';

export function createCheckouts(deps: Deps): Checkouts {
  const { oware, post, readSubAccounts } = deps;
  const { checkouts } = oware;
  const options = { kind: CHECKOUT, client: checkouts };
  const common: Lifecycle<types.CheckoutRequest, types.Checkout> = createLifecycle(deps, {
    ...options,
    readTerms: readCheckoutRequest,
    refuseNow: ({ incomeSplit, amountKobo }) => checkSplit(readSubAccounts, incomeSplit, { amountKobo }),
  });
  const cancel: Cancellable<types.Checkout> = createCancel(options);
  const refunds = createOwnedRefunds(oware, CHECKOUT, async (reference) => {
    const checkout = await checkouts.get(reference);
    return refundableOf(checkout.transactions);
  });
  const own: Omit<Checkouts, keyof typeof common | keyof typeof cancel | keyof typeof refunds> = {
    virtualAccount: async (reference, request, call) => {
      const wanted = readVirtualAccountRequest(request);
      return toJson(toVirtualAccount(await checkouts.virtualAccount(reference, wanted, commandOf(call))));
    },
    page: async (reference, call) => toJson(toCheckout(await checkouts.page(reference, commandOf(call)))),
    chargeCard: (reference, card, call) => {
      parse(cardRequest, card);
      return post(pathOf(CHECKOUT, reference, '/card'), card, call);
    },
    submitOtp: (reference, otp, call) =>
      post(pathOf(CHECKOUT, reference, '/otp'), parse(otpRequest, { otp }), call),
    authorizeThreeDs: (reference, call) => post(pathOf(CHECKOUT, reference, '/3ds'), {}, call),
  };
  return { ...common, ...cancel, ...refunds, ...withOwareErrors(own) };
}

export function createInvoices(deps: Deps): Invoices {
  const { oware, readSubAccounts } = deps;
  const { invoices } = oware;
  const options = { kind: INVOICE, client: invoices };
  const common: Lifecycle<types.InvoiceRequest, types.Invoice> = createLifecycle(deps, {
    ...options,
    readTerms: readInvoiceRequest,
    refuseNow: async (terms) => {
      refuseOverdue(terms);
      await checkSplit(readSubAccounts, terms.incomeSplit, { amountKobo: terms.amountKobo });
    },
  });
  const cancel: Cancellable<types.Invoice> = createCancel(options);
  const refunds = createOwnedRefunds(oware, INVOICE, async (reference) =>
    refundableOf((await invoices.get(reference)).transactions),
  );
  return { ...common, ...cancel, ...refunds };
}

export function createCharges(deps: Deps): Charges {
  const { charges } = deps.oware;
  const options = { kind: CHARGE, client: charges };
  const common: Lifecycle<types.ChargeRequest, types.Charge> = createLifecycle(deps, {
    ...options,
    readTerms: readChargeRequest,
  });
  const cancel: Cancellable<types.Charge> = createCancel(options);
  const refunds = createOwnedRefunds(deps.oware, CHARGE, async (reference) => {
    const charge = await charges.get(reference);
    return refundableOf(charge.transactions);
  });
  return { ...common, ...cancel, ...refunds };
}
