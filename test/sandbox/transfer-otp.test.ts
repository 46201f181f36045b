import { describe, expect, it } from 'vitest';
import { type Answer, type Side } from './merchant-side.js';
import {
  codeFor,
  entriesOf,
  MINUTE,
  PAYOUTS,
  recordOf,
  rowsOf,
  sendBatch,
  sendTo,
  sendTransfer,
  setBalance,
  startPayouts,
} from './payout-side.js';

type Kind = 'single' | 'batch';

const REFERENCES = { single: 'payout-1', batch: 'june' } as const;

async function sendOne(kind: Kind): Promise<Side> {
  const side = await startPayouts({ otpOn: true });
  const sent = kind === 'single' ? await sendTransfer(side) : await sendBatch(side);
  expect(sent.status).toBe(200);
  return side;
}

const validate = (side: Side, kind: Kind, authorizationCode: unknown): Promise<Answer> =>
  side.call('POST', `${PAYOUTS}/${kind}/validate-otp`, { reference: REFERENCES[kind], authorizationCode });

/** The reference of a batch has another name here. */
const resend = (side: Side, kind: Kind): Promise<Answer> => {
  const name = kind === 'single' ? 'reference' : 'batchReference';
  return side.call('POST', `${PAYOUTS}/${kind}/resend-otp`, { [name]: REFERENCES[kind] });
};

async function statusesOf(side: Side, kind: Kind): Promise<unknown[]> {
  const records = kind === 'single' ? [await recordOf(side)] : await rowsOf(side);
  return [...new Set(records.map(({ status }) => status))];
}

const WAITS = { single: ['PENDING_AUTHORIZATION'], batch: ['PENDING_BATCH_AUTHORIZATION'] } as const;
const D01 = { status: 400, body: { responseCode: 'D01', requestSuccessful: false } };

describe.each(['single', 'batch'] as const)('the OTP of a %s', (kind) => {
  const reference = REFERENCES[kind];

  it('may be wrong twice and then right; until then nothing is debited', async () => {
    const side = await sendOne(kind);
    const wallet = side.sandbox.ledger.balance('wallet:M1');
    for (const wrong of ['000000', '000001']) {
      expect(await validate(side, kind, wrong)).toMatchObject({ ...D01, reason: 'Invalid OTP supplied' });
    }
    expect(await statusesOf(side, kind)).toEqual(WAITS[kind]);
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(wallet);
    expect((await validate(side, kind, await codeFor(side, reference))).status).toBe(200);
    await side.sandbox.clock.advance(2_000);
    expect(await statusesOf(side, kind)).toEqual(['SUCCESS']);
  });

  it('is void after three wrong ones; a resent one is accepted', async () => {
    const side = await sendOne(kind);
    const right = await codeFor(side, reference);
    for (const wrong of ['000000', '000001', '000002']) await validate(side, kind, wrong);
    const refused = await validate(side, kind, right);
    expect(refused).toMatchObject(D01);
    expect(refused.reason).toContain('void after too many wrong tries');
    await resend(side, kind);
    expect((await validate(side, kind, await codeFor(side, reference))).status).toBe(200);
  });

  it('that is resent replaces the earlier one', async () => {
    const side = await sendOne(kind);
    const first = await codeFor(side, reference);
    expect((await resend(side, kind)).result.message).toContain('Authorization code');
    expect(await validate(side, kind, first)).toMatchObject(D01);
    expect((await validate(side, kind, await codeFor(side, reference))).status).toBe(200);
  });

  it('expires, and the transfers with it; neither a code nor a resend helps then', async () => {
    const side = await sendOne(kind);
    const code = await codeFor(side, reference);
    await side.sandbox.clock.advance(30 * MINUTE);
    expect(await statusesOf(side, kind)).toEqual(['EXPIRED']);
    expect(await validate(side, kind, code)).toMatchObject({ ...D01, reason: 'Transaction has expired' });
    expect(await resend(side, kind)).toMatchObject(D01);
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
    const records = kind === 'single' ? [await recordOf(side)] : await rowsOf(side);
    for (const { transactionDescription } of records) {
      expect(transactionDescription).toBe('Transaction has expired');
    }
  });

  it('of an authorized one is D01, of an unknown one D02', async () => {
    const side = await startPayouts({ otpOn: true });
    const unknown = { status: 404, body: { responseCode: 'D02' } };
    expect(await validate(side, kind, '123456')).toMatchObject(unknown);
    expect(await resend(side, kind)).toMatchObject(unknown);
    await (kind === 'single' ? sendTransfer(side) : sendBatch(side));
    const code = await codeFor(side, reference);
    await validate(side, kind, code);
    const again = await validate(side, kind, code);
    expect(again).toMatchObject(D01);
    expect(again.reason).toContain('waits for no authorization');
    expect(await resend(side, kind)).toMatchObject(D01);
  });

  it('sent twice at once has one effect', async () => {
    const side = await sendOne(kind);
    const code = await codeFor(side, reference);
    const answers = await Promise.all([validate(side, kind, code), validate(side, kind, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await side.sandbox.clock.advance(2_000);
    const row = kind === 'single' ? reference : 'row-1';
    expect(entriesOf(side, row).map(([cause]) => cause)).toEqual(['transfer-sent', 'transfer-arrived']);
  });
});

describe('a transfer with an OTP', () => {
  it('whose e-mail failed says so, and can get another code', async () => {
    const side = await startPayouts({ otpOn: true });
    expect((await sendTo(side, '0199900008')).result.status).toBe('OTP_EMAIL_DISPATCH_FAILED');
    expect(await codeFor(side)).toBeUndefined();
    await resend(side, 'single');
    expect(await statusesOf(side, 'single')).toEqual(WAITS.single);
    expect((await validate(side, 'single', await codeFor(side))).result.status).toBe('SUCCESS');
  });

  it('whose e-mail failed expires without another one', async () => {
    const side = await startPayouts({ otpOn: true });
    await sendTo(side, '0199900008');
    await side.sandbox.clock.advance(30 * MINUTE);
    expect(await statusesOf(side, 'single')).toEqual(['EXPIRED']);
  });

  it('fails with the right code when the wallet was emptied meanwhile', async () => {
    const side = await sendOne('single');
    await setBalance(side, 0);
    expect((await validate(side, 'single', await codeFor(side))).result.status).toBe('FAILED');
    expect((await recordOf(side)).transactionDescription).toBe('Insufficient balance in wallet');
    expect(entriesOf(side, 'payout-1')).toEqual([]);
  });
});
