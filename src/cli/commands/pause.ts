import type { CommandModule } from 'yargs';
import { type PausableQueue, refusePauseRequest } from '../../domain/pause/pause.js';
import { checked, operatorName, QUEUE_ARGUMENT, TARGET_OPTIONS, withOperatorClient } from '../operator.js';
import { showPaused } from '../show-pauses.js';
import { jsonOption } from '../table.js';

interface Options {
  readonly queue: PausableQueue;
  readonly bank: string | undefined;
  readonly by: string | undefined;
  readonly reason: string;
  readonly json: boolean;
}

const EPILOGUE = `Sends that have started finish. Checks continue: Oware still learns what became of earlier sends. What waits is not
sent after its own deadline; \`oware pauses\` lists it.`;

export const pauseCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .positional('queue', QUEUE_ARGUMENT)
      .options({
        ...TARGET_OPTIONS,
        reason: { type: 'string', demandOption: true, describe: 'Why, for everyone who sees the pause' },
        ...jsonOption,
      })
      .example('$0 pause payouts --reason "wallet under investigation"', 'stop all money out')
      .example('$0 pause payouts --bank 058 --reason "bank is down"', 'stop transfers to one bank')
      .epilogue(EPILOGUE),
  handler: async ({ queue, bank, by, reason, json }) => {
    const given = { queue, ...(bank !== undefined && { bank }), reason, by: operatorName(by) };
    const request = checked(given, refusePauseRequest);
    await withOperatorClient(async ({ pauses }, taskQueue) => {
      const answer = await pauses.pause(request);
      console.log(json ? JSON.stringify(answer, null, 2) : showPaused(answer, { queue, taskQueue }));
    });
  },
};
