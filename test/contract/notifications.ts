import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { type GatewayEvent, readEvent } from '../../src/gateway/events.js';
import { isSignedBy } from '../../src/gateway/signature.js';
import { type Gateway, test } from './gateway.js';
import { accountTerms, mandateTerms, openTransferCheckout, transferTerms } from './terms.js';

interface ReceivedEvent {
  readonly body: Buffer;
  readonly signature: string;
}

/** The merchant's webhook endpoint. */
async function listen() {
  const received: ReceivedEvent[] = [];
  const reply = { status: 200 };
  // the gateway may still repeat events to the port of an earlier test
  const path = `/events/${randomUUID()}`;
  const server = createServer((request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['service-signature']);
      received.push({ body: Buffer.concat(chunks), signature });
      response.writeHead(reply.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, reply, all: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` };
}

const asEvent = ({ body }: ReceivedEvent): GatewayEvent => readEvent(body);

async function payCheckout(gateway: Gateway) {
  const checkout = await openTransferCheckout(gateway);
  await gateway.people().pay(checkout.account, checkout.amount);
  return checkout;
}

async function sendTo(gateway: Gateway, accountName: string): Promise<string> {
  const { bankCode, accountNumber } = await gateway.people().accountNamed(accountName);
  const { reference } = await gateway.ok(
    'initiateTransfer',
    await transferTerms(gateway, {
      destinationBankCode: bankCode,
      destinationAccountNumber: accountNumber,
      destinationAccountName: accountName,
    }),
  );
  return reference;
}

/** Triggers every type of event. */
async function triggerEvents(gateway: Gateway): Promise<void> {
  const { pay, wait, settle, authorizeMandate } = gateway.people();
  const { transactionReference } = await payCheckout(gateway);
  await gateway.ok('initiateTransfer', await transferTerms(gateway));
  await sendTo(gateway, 'DORMANT ACCOUNT');
  await sendTo(gateway, 'LATE REVERSAL');
  await gateway.ok('initiateRefund', {
    transactionReference,
    refundAmount: kobo(1_000_00),
    refundReference: `refund-of-${transactionReference.replaceAll('|', '.')}`,
    refundReason: 'One calabash was cracked',
    customerNote: 'Sorry',
  });
  const { mandateCode } = await gateway.ok('createMandate', await mandateTerms(gateway));
  const restricted = await gateway.ok(
    'createReservedAccount',
    accountTerms({ restrictPaymentSource: true, allowedPaymentSource: { accountNames: ['Chidi Eze'] } }),
  );
  const { bankCode, accountNumber } = restricted.accounts![0]!;
  await pay({ bankCode: bankCode!, accountNumber }, kobo(300_00));
  await wait('5s');
  await authorizeMandate(mandateCode);
  await wait('1h');
  await settle();
  await wait('1s');
}

describe('an event', () => {
  test('of every type is signed over its bytes, and read as its type', async ({ gateway }) => {
    const { openMerchant } = gateway.people();
    const { received, all } = await listen();
    const switches = { otpOn: false, walletEvents: true, lowBalanceNaira: 9_999_999 };
    const merchant = await openMerchant({ switches, webhookUrls: { all } });
    await triggerEvents(gateway.as(merchant));

    for (const { body, signature } of received) {
      expect(isSignedBy(body, signature, [merchant.secretKey])).toBe(true);
    }
    const events = received.map(asEvent);
    expect(events.filter(({ kind }) => kind === 'unmatched-event')).toEqual([]);
    expect([...new Set(events.map(({ eventType }) => eventType))].sort()).toEqual([
      'ACCOUNT_ACTIVITY',
      'FAILED_DISBURSEMENT',
      'LOW_BALANCE_ALERT',
      'MANDATE_UPDATE',
      'REJECTED_PAYMENT',
      'REVERSED_DISBURSEMENT',
      'SETTLEMENT',
      'SUCCESSFUL_DISBURSEMENT',
      'SUCCESSFUL_REFUND',
      'SUCCESSFUL_TRANSACTION',
    ]);
  });

  test('has the payment’s reference and the amount paid', async ({ gateway }) => {
    const { openMerchant, wait } = gateway.people();
    const { received, all } = await listen();
    const merchant = gateway.as(await openMerchant({ webhookUrls: { all } }));
    const { paymentReference, transactionReference, amount } = await payCheckout(merchant);
    await wait('1s');
    expect(received.map(asEvent)).toEqual([
      expect.objectContaining({
        kind: 'collection',
        address: { lifecycle: 'checkout', reference: paymentReference },
        transactionReference,
        amountPaid: amount,
      }),
    ]);
  });

  test('is retried with the same body until it is accepted', async ({ gateway }) => {
    const { openMerchant, wait } = gateway.people();
    const { received, reply, all } = await listen();
    reply.status = 503;
    const merchant = gateway.as(await openMerchant({ webhookUrls: { all } }));
    await payCheckout(merchant);
    await wait('12m');
    expect(received.length).toBeGreaterThan(1);
    reply.status = 200;
    await wait('5m');
    const taken = received.length;
    await wait('1h');
    expect(received).toHaveLength(taken);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
  });

  test('that was given up can be resent', async ({ gateway }) => {
    const { openMerchant, wait } = gateway.people();
    const { received, reply, all } = await listen();
    reply.status = 503;
    const merchant = gateway.as(await openMerchant({ webhookUrls: { all } }));
    await payCheckout(merchant);
    await wait('3h');
    const tried = received.length;
    reply.status = 200;
    const span = { startDate: await gateway.inDays(-1), endDate: await gateway.inDays(0) };
    expect(await merchant.ok('resendFailedNotifications', span)).toMatchObject({ recordsFound: 1 });
    await wait('1s');
    expect(received).toHaveLength(tried + 1);
  });

  test('that never failed is not resent', async ({ gateway }) => {
    const span = { startDate: await gateway.inDays(-0.1), endDate: await gateway.inDays(0) };
    const answer = await gateway.ok('resendFailedNotifications', span);
    expect(answer?.recordsFound ?? 0).toBeGreaterThanOrEqual(0);
  });
});
