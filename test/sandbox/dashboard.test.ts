import { describe, expect, it } from 'vitest';
import { type Answer, beginTransfer, type Side, startListener } from './merchant-side.js';
import { MINUTE, row, sendBatch, sendTo, sendTransfer, startPayouts } from './payout-side.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const post = (side: Side, path: string, fields: Record<string, string>): Promise<Answer> =>
  side.send('POST', path, new URLSearchParams(fields).toString(), FORM);

const PAYOUTS = '/dashboard/payouts';
const LEDGER = '/dashboard/ledger';
const EVENTS = '/dashboard/events';
const FAULTS = '/dashboard/faults';

/** The rows of a table on the dashboard, each as the text of its cells. */
async function tableOf(side: Side, caption: string): Promise<string[][]> {
  const { text } = await side.send('GET', caption === 'Balances' ? LEDGER : PAYOUTS);
  const [, rest = ''] = text.split(`aria-label="${caption}"`);
  const [body = ''] = rest.split('</table>');
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)]
    .slice(1)
    .map(([, cells = '']) =>
      [...cells.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replace(/<[^>]+>/g, '').trim(),
      ),
    );
}

describe('the dashboard', () => {
  it('shows transfers with state, amount and a masked beneficiary', async () => {
    const side = await startPayouts();
    expect((await side.send('GET', PAYOUTS)).text).toContain('No transfers yet.');
    await sendTransfer(side);
    await sendTo(side, '0199900012', { reference: 'payout-2', amount: 70 });
    expect(await tableOf(side, 'Latest transfers')).toEqual([
      ['2026-06-27 09:08:11', 'payout-2', 'COMPLETED', '₦70.00', '******0012, Guaranty Trust Bank'],
      ['2026-06-27 09:08:11', 'payout-1', 'SUCCESS', '₦5,000.00', '******0007, Guaranty Trust Bank'],
    ]);
    expect((await side.send('GET', PAYOUTS)).text).not.toContain('0100000007');
  });

  it('shows batches with their progress', async () => {
    const side = await startPayouts({ otpOn: false, batchRowsPerMinute: 2 });
    await sendBatch(side);
    const progress = async () => (await tableOf(side, 'Latest batches'))[0]?.slice(1);
    expect(await progress()).toEqual(['june', 'AWAITING_PROCESSING', '0 of 3', '₦3,006.00', '₦30.00']);
    await side.sandbox.clock.advance(2_000);
    expect(await progress()).toEqual(['june', 'IN_PROGRESS', '2 of 3', '₦3,006.00', '₦30.00']);
    await side.sandbox.clock.advance(MINUTE);
    expect(await progress()).toEqual(['june', 'COMPLETED', '3 of 3', '₦3,006.00', '₦30.00']);
  });

  it('shows a batch that waits for its OTP as undecided, and an expired one as ended', async () => {
    const side = await startPayouts({ otpOn: true });
    await sendBatch(side);
    const progress = async () => (await tableOf(side, 'Latest batches'))[0]?.slice(2, 4);
    expect(await progress()).toEqual(['PENDING_AUTHORIZATION', '0 of 3']);
    await side.sandbox.clock.advance(30 * MINUTE);
    expect(await progress()).toEqual(['EXPIRED', '3 of 3']);
  });

  it.each([
    'Lose the next event',
    'Send the next event twice',
    'Lose the next card reply',
    'Lose the next transfer reply',
    'Gateway down for 1 minute',
  ])('plans "%s" with its button', async (name) => {
    const side = await startPayouts();
    const page = (await side.send('GET', FAULTS)).text;
    const button = new RegExp(`<button name="button" value="([a-z-]+)"[^>]*>${name}</button>`).exec(
      page,
    )?.[1];
    expect((await post(side, FAULTS, { button: button ?? '' })).status).toBe(303);
    expect(JSON.parse((await side.send('GET', '/sandbox/faults')).text)).toMatchObject([{ rule: { name } }]);
  });

  it('refuses a button that does not exist', async () => {
    const side = await startPayouts();
    expect((await post(side, FAULTS, { button: 'constructor' })).status).toBe(400);
    expect((await side.send('GET', '/sandbox/faults')).text).toBe('[]');
  });

  it('shows an event whose body a fault made unreadable, and one that was dropped with the reason', async () => {
    const side = await startPayouts();
    await side.send('POST', '/sandbox/faults', { on: 'event', fault: { kind: 'unreadable' } });
    await sendTransfer(side);
    expect((await side.send('GET', EVENTS)).text).toContain('&#60;&#60;</pre');
    const { url } = await startListener();
    await side.send('PATCH', '/sandbox/merchants/M1', { webhookUrls: { all: url } });
    await side.send('POST', '/sandbox/faults', { on: 'event', fault: { kind: 'drop' } });
    await sendTo(side, '0100000009', { reference: 'payout-2', amount: 70 });
    expect((await side.send('GET', EVENTS)).text).toContain('A fault lost it.');
    const ofOne = await side.send('GET', `${EVENTS}?reference=payout-2`);
    expect(ofOne.text).toContain('A fault lost it.');
    expect(ofOne.text).not.toContain('&#60;&#60;</pre');
  });

  it('refuses to pay an expired payment, and says why', async () => {
    const side = await startPayouts();
    const { transactionReference } = await beginTransfer(side);
    await side.sandbox.clock.advance(40 * MINUTE);
    expect((await side.send('GET', '/')).text).not.toContain('Pay order-1 by transfer');
    const path = `/dashboard/payments/${encodeURIComponent(transactionReference)}/pay`;
    const page = await post(side, path, {});
    expect(page.status).toBe(409);
    expect(page.text).toMatch(/role="alert"[^>]*>The account has expired\. No money moved\./);
    expect(side.sandbox.ledger.entries({ reference: transactionReference })).toEqual([]);
    expect((await post(side, '/dashboard/payments/unknown/pay', {})).status).toBe(404);
  });

  it('shows the latest twenty', async () => {
    const side = await startPayouts();
    await sendBatch(side, { transactionList: Array.from({ length: 25 }, (_, n) => row(n)) });
    const shown = await tableOf(side, 'Latest transfers');
    expect(shown).toHaveLength(20);
    expect(shown[0]?.[1]).toBe('row-24');
  });

  it('shows a hundred balances, and how many more there are', async () => {
    const side = await startPayouts();
    await sendBatch(side, { transactionList: Array.from({ length: 120 }, (_, n) => row(n)) });
    await side.sandbox.clock.advance(2_000);
    expect(await tableOf(side, 'Balances')).toHaveLength(100);
    const more = side.sandbox.ledger.balances().length - 100;
    expect((await side.send('GET', LEDGER)).text).toMatch(new RegExp(`<p>\\s*${more} more accounts are in`));
  });

  it("sets a merchant's balance and switches", async () => {
    const side = await startPayouts();
    expect((await post(side, '/dashboard/merchants/M1/wallet', { balance: '250.50' })).status).toBe(303);
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(250_50);
    const switches = JSON.stringify({ batchRowsPerMinute: 7 });
    expect((await post(side, '/dashboard/merchants/M1/switches', { switches })).status).toBe(303);
    expect(side.sandbox.merchants.first().switches).toMatchObject({ batchRowsPerMinute: 7, otpOn: false });
  });

  it.each([
    ['wallet', { balance: 'lots' }, 'value="lots"'],
    ['switches', { switches: '{"otpOn":"maybe"}' }, '{&#34;otpOn&#34;:&#34;maybe&#34;}</textarea>'],
    ['switches', { switches: '{"batchRowsPerMinute":0}' }, 'batchRowsPerMinute: invalid value 0'],
    ['switches', { switches: 'nonsense' }, 'nonsense</textarea>'],
  ])('keeps an invalid entry for the %s in the form, and changes nothing', async (what, fields, shown) => {
    const side = await startPayouts();
    const before = side.sandbox.merchants.first();
    const page = await post(side, `/dashboard/merchants/M1/${what}`, { ...fields });
    expect(page.status).toBe(400);
    expect(page.text).toContain('role="alert"');
    expect(page.text).toContain(shown);
    expect(side.sandbox.merchants.first()).toEqual(before);
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(10_000_000_00);
  });
});
