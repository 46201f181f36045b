import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { kobo } from '../../src/domain/money.js';
import { initTransaction } from '../../src/gateway/endpoints/transactions.js';
import { createGatewayClient } from '../../src/gateway/http/client.js';

/** Connection details, as JSON in the first argument. */
export interface HandWrittenOptions {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly gateway: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly secretKey: string;
    readonly contractCode: string;
  };
}

export interface HandWrittenActivities {
  openTransaction(reference: string): Promise<string>;
}

/** The worker of the hand-written workflow, as a process of its own, as Oware's worker is one. */
async function run({ address, namespace, taskQueue, gateway: given }: HandWrittenOptions): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const gateway = createGatewayClient(given);
  const activities: HandWrittenActivities = {
    openTransaction: async (paymentReference) => {
      const answer = await gateway.call(initTransaction, {
        paymentReference,
        amount: kobo(2_500_00),
        currencyCode: 'NGN',
        customerEmail: 'ada@example.com',
        customerName: 'Ada Obi',
        paymentDescription: 'Order',
        redirectUrl: 'https://shop.example/return',
      });
      if (answer.kind !== 'ok') throw new Error(`the gateway answered ${answer.kind}`);
      return answer.body.checkoutUrl;
    },
  };
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = fileURLToPath(new URL('./workflow.ts', import.meta.url));
  const worker = await Worker.create({ connection, namespace, taskQueue, workflowsPath, activities });
  console.log('ready');
  await worker.run();
}

await run(JSON.parse(process.argv[2] ?? '') as HandWrittenOptions);
