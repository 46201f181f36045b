import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMerchantProject,
  type MerchantProject,
  type ModuleKind,
} from '../../support/merchant-project.js';
import { examplesUnder, GUIDES } from '../../support/readme.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let project: MerchantProject;
beforeAll(async () => {
  [world, project] = await Promise.all([createWorld(), createMerchantProject()]);
});
afterAll(async () => {
  await project.remove();
  await world.close();
});

const [EXAMPLE = ''] = examplesUnder('TypeScript client');
const CONNECT = "connect({ address: '127.0.0.1:7233' })";

/** What the types must allow, and what they must refuse. */
const TYPES = `
import { type Checkout, type CheckoutRequest, type Oware, verifyWebhook, type WebhookOf } from 'oware-client';

export const inKobo: CheckoutRequest = { amountKobo: 150000, customer: { email: 'ada@example.com' } };
// @ts-expect-error: a checkout needs its customer
export const without: CheckoutRequest = { amount: '2500.00' };

export async function pay(oware: Oware): Promise<string | undefined> {
  const checkout: Checkout = await oware.checkouts.create(inKobo);
  const kobo: number = checkout.amountKobo;
  // @ts-expect-error: no such state
  if (checkout.state === 'SHIPPED') return String(kobo);
  return checkout.checkoutUrl;
}

export function amountOf(body: string, headers: Record<string, string>): string {
  const webhook = verifyWebhook(body, headers, 'whsec_c2VjcmV0');
  switch (webhook.type) {
    case 'checkout.paid':
      return webhook.data.checkout.amount;
    case 'transfer.success':
      return webhook.data.transfer.amount;
    default:
      return webhook.id;
  }
}

export const stateOf = ({ data }: WebhookOf<'invoice.expired'>) => data.invoice.state;
`;

/** The examples of the guides, each in a function of its own; what they leave out is declared. */
const GUIDE_EXAMPLES = `
import type { BatchRequest, CheckoutRequest, Oware } from 'oware-client';

declare const oware: Oware;
declare const customer: CheckoutRequest['customer'] & { readonly name: string };
declare const rows: NonNullable<BatchRequest['rows']>;
declare const email: string, name: string, phone: string, address: string;
declare const startAt: string, endAt: string, expiresAt: string;
${GUIDES.flatMap((guide) => examplesUnder('Try it', guide))
  .map((example, n) => `\nexport async function example${n}() {\n${example}}`)
  .join('\n')}
`;

/** The lines that the example prints, as they arrive. */
async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string> {
  if (stdout) yield* createInterface({ input: stdout });
}

it.concurrent.for<ModuleKind>(['esm', 'cjs'])(
  'the examples of README and guides compile without skipLibCheck, and that of the README collects a payment, in a project of kind %s',
  async (kind, { skip }) => {
    if (project.cannotInstall !== undefined) {
      console.warn(`Skipped: the packages of the client cannot be installed. ${project.cannotInstall}`);
      skip();
    }
    expect(EXAMPLE).toContain(CONNECT);
    const options = JSON.stringify({ address: world.address, taskQueue: world.taskQueue, timeoutMs: 60_000 });
    const example = EXAMPLE.replace(CONNECT, `connect(${options})`).replace(
      'order-2',
      `order-${kind}-${process.pid}`,
    );
    const out = await project.compile(kind, {
      'example.ts': example,
      'guides.ts': GUIDE_EXAMPLES,
      'types.ts': TYPES,
    });

    const child = spawn('node', [join(out, 'example.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const lines: string[] = [];
    for await (const line of linesOf(child)) {
      lines.push(line);
      const [, accountNumber] = /to (\d{10}), /.exec(line) ?? [];
      if (accountNumber === undefined) continue;
      await world.pay({ bankCode: await bankOf(`order-${kind}-${process.pid}`), accountNumber }, '2500.00');
    }
    expect(await closed).toEqual([0, null]);
    expect(lines.at(-1)).toBe('PAID Ship it.');
  },
);

async function bankOf(reference: string): Promise<string> {
  const { body } = await world.call('GET', `/v1/checkouts/${reference}`);
  return (body as unknown as { readonly virtualAccount: { readonly bankCode: string } }).virtualAccount
    .bankCode;
}
