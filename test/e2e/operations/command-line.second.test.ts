import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signEvent } from '../../../src/gateway/signature.js';
import { serve } from '../../../src/cli/serve.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { OWARE, startOware } from '../../support/processes/oware-process.js';
import { startProgram } from '../../support/processes/program.js';
import { API_KEY, APPROVER_KEY, createWorld, type World } from '../../support/world/world.js';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'oware-command-'));
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const environment = (more: Record<string, string>) => ({
  TEMPORAL_ADDRESS: world.address,
  OWARE_TASK_QUEUE: world.taskQueue,
  OWARE_API_URL: world.apiUrl,
  OWARE_API_KEY: API_KEY,
  OWARE_GATEWAY_URL: world.gatewayUrl,
  OWARE_SANDBOX_PORT: new URL(world.gatewayUrl).port,
  ...more,
});

async function oware(args: readonly string[], more: Record<string, string> = {}) {
  const { exited, lines } = startOware(args, { env: environment(more), cwd: folder });
  const code = await exited;
  return { code, text: lines.join('\n') };
}

/** Runs a line as a person does who copies it into a shell. */
async function inShell(line: string, more: Record<string, string>) {
  const shell = `oware() { '${process.execPath}' '${OWARE}' "$@"; }\n${line}`;
  const { exited, lines } = startProgram('/bin/sh', ['-c', shell], { env: environment(more), cwd: folder });
  return { code: await exited, text: lines.join('\n') };
}

/** An address that passes requests on to the API, and breaks the connection of the first create after its reply. */
async function breakOnce() {
  const creates: unknown[] = [];
  let isBroken = false;
  const { url, close } = await serve(
    (call, response) => {
      const pass = async () => {
        const body = call.method === 'POST' ? await json(call) : undefined;
        if (body !== undefined) creates.push(body);
        const reply = await request(`${world.apiUrl}${call.url}`, {
          method: call.method as 'GET',
          headers: { authorization: call.headers.authorization ?? '', 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await reply.body.text();
        if (creates.length === 1 && !isBroken) {
          isBroken = true;
          call.socket.destroy();
        } else response.writeHead(reply.statusCode, { connection: 'close' }).end(text);
      };
      pass().catch(() => call.socket.destroy());
    },
    '127.0.0.1',
    0,
  );
  return { url, close, creates };
}

const OWN = `cli-${process.pid}`;

describe.concurrent('an engineer who tries Oware', () => {
  it('creates a checkout with fields of their own, and reads it in three ways', async () => {
    const reference = `${OWN}-order`;
    const created = await oware([
      'checkout',
      '--reference',
      reference,
      '--amount',
      '1500.00',
      '--customer.email',
      'bola@example.com',
    ]);
    expect(created).toMatchObject({ code: 0 });
    expect(created.text).toContain('amount: 1500.00');
    expect(created.text).toContain('email: bola@example.com');
    expect(created.text).toMatch(/Open http/);

    const shown = await oware(['show', `checkout:${reference}`, '--json']);
    expect(JSON.parse(shown.text)).toMatchObject({ reference, state: 'PENDING' });
    expect((await oware(['explain', 'checkout', reference])).text).toContain('It waits for:\n  the payment');
    expect((await oware(['timeline', 'checkouts', reference])).text).toContain('state    PENDING');
    expect((await oware(['cancel', 'checkout', reference])).text).toContain('state: CANCELLED');
  });

  it('triggers a payment, watches it to its end, and sees the webhook delivered', async () => {
    const made = await oware(['trigger', 'checkout.paid', '--json']);
    const { reference } = JSON.parse(made.text) as { reference: string };
    const watched = await oware(['watch', 'checkout', reference]);
    expect(watched.text).toMatch(/PAID: ₦2,500\.00 of ₦2,500\.00 paid$/);
    await world.merchant.receives(reference, 'checkout.paid');
    expect((await oware(['webhooks', 'checkout', reference])).text).toMatch(/checkout\.paid.*delivered/);
  });

  it('triggers a late payment, finds it among the reviews, and resolves it', async () => {
    const made = await oware(['trigger', 'checkout.on-hold', '--json']);
    const { reference } = JSON.parse(made.text) as { reference: string };
    await world.merchant.receives(reference, 'checkout.on-hold');
    expect((await oware(['reviews', '--kind', 'paid-late'])).text).toContain(reference);
    const resolved = await oware([
      'resolve',
      'checkout',
      reference,
      '--decision',
      'accept',
      '--reason',
      'The customer still wants it',
    ]);
    expect(resolved.text).toContain('fulfillable: true');
  });

  it('is refused with the field and an exit code of its own', async () => {
    const refused = await oware(['checkout', '--amount', '-5']);
    expect(refused.code).toBe(3);
    expect(refused.text).toContain('amount');
    expect((await oware(['show', 'checkout', 'no-such-order'])).code).toBe(3);
    expect(await oware(['show', 'cheque', 'a'])).toMatchObject({ code: 1 });
    expect(await oware(['show', 'checkout'])).toMatchObject({ code: 1 });
    const away = await oware(['show', 'checkout', 'a'], { OWARE_API_URL: 'http://127.0.0.1:9' });
    expect(away.code).toBe(4);
  });

  it('repeats a paycode of unknown outcome by the printed command, and pays once', async () => {
    const { url, close, creates } = await breakOnce();
    const through = { OWARE_API_URL: url };
    const reference = `${OWN}-cash`;
    expect(await oware(['paycode', '--amount', '700.00'], through)).toMatchObject({
      code: 1,
      text: expect.stringContaining('`oware paycode` needs --reference') as string,
    });
    const args = ['paycode', '--amount', '700.00', '--beneficiaryName', "Chidi O'Neill"];
    const broken = await oware([...args, '--reference', reference], through);
    expect(broken.code).toBe(4);
    const said = broken.text.split('\n');
    expect(said[0]).toBe(`Reference: ${reference}`);
    expect(said[1]).toContain('The outcome is unknown.');
    const repeated = await inShell(said.at(-1) ?? '', through);
    expect(repeated).toMatchObject({ code: 0, text: expect.stringContaining(reference) as string });
    expect(creates).toHaveLength(2);
    expect(creates[1]).toEqual(creates[0]);
    const issued = world.sandbox.ledger.entries().filter(({ cause }) => cause === 'paycode-issued');
    expect(issued).toHaveLength(1);
    await close();
  });

  it('learns the command that they meant', async () => {
    expect(await oware(['chekout'])).toEqual({
      code: 1,
      text: 'Unknown command: chekout. Did you mean `oware checkout`?',
    });
  });

  it('verifies and sends an event from a file', async () => {
    const file = join(folder, 'event.json');
    const body = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData: {} });
    writeFileSync(file, body);
    const signature = signEvent(body, 'a secret');
    expect(
      await oware(['events', 'verify', '--file', file, '--secret', 'a secret', '--signature', signature]),
    ).toMatchObject({ code: 0 });
    expect(
      await oware(['events', 'verify', '--file', file, '--secret', 'another', '--signature', signature]),
    ).toMatchObject({ code: 3 });
    expect(await oware(['events', 'send', '--file', file, '--secret', 'not the secret'])).toMatchObject({
      code: 3,
    });
  });
});

it('the doctor finds nothing wrong with a complete installation, and says what is missing from another', async () => {
  const healthy = await oware(['doctor']);
  expect(healthy.text).not.toContain('✗');
  expect(healthy).toMatchObject({ code: 0 });
  for (const what of [
    'Temporal namespace',
    'Workers',
    'API key',
    'Gateway',
    'Event endpoint',
    'Outgoing address',
  ]) {
    expect(healthy.text).toContain(`✓ ${what}`);
  }
  const broken = await oware(['doctor'], { OWARE_TASK_QUEUE: 'without-workers', OWARE_API_KEY: 'wrong' });
  expect(broken.code).toBe(1);
  expect(broken.text).toContain('✗ Workers: none on task queue without-workers');
  expect(broken.text).toContain('✗ API key: The API key is unknown.');
});

it('an approver approves a transfer with the key of another person, and it is sent', async () => {
  await world.setSwitches({ otpOn: false });
  const transfers = createTransfers(world);
  const reference = `${OWN}-approved`;
  await transfers.create(reference, { amount: '2000000.00' });
  await transfers.becomes(reference, 'WAITING_FOR_APPROVAL');
  const approve = ['approve', 'transfer', reference, '--reason', 'Invoice 7 is correct'];
  const own = await oware(approve);
  expect(own).toMatchObject({ code: 3 });
  expect(own.text).toContain('approve');
  expect(transfers.causesOf(reference)).toEqual([]);
  expect(await oware(approve, { OWARE_API_KEY: APPROVER_KEY })).toMatchObject({ code: 0 });
  expect(await transfers.becomes(reference, 'SUCCESS')).toMatchObject({
    approval: { status: 'approved', given: [{ subject: 'checker', reason: 'Invoice 7 is correct' }] },
  });
  expect(transfers.causesOf(reference)).toEqual(['transfer-sent', 'transfer-arrived']);
});
