import type { CommandModule } from 'yargs';
import { type PausableQueue, refuseResumeRequest } from '../../domain/pause/pause.js';
import { checked, operatorName, QUEUE_ARGUMENT, TARGET_OPTIONS, withOperatorClient } from '../operator.js';
import { showResumed } from '../show-pauses.js';
import { jsonOption } from '../table.js';

interface Options {
  readonly queue: PausableQueue;
  readonly bank: string | undefined;
  readonly by: string | undefined;
  readonly reason: string | undefined;
  readonly json: boolean;
}

const EPILOGUE = `Without --bank it ends the pause of the whole queue; pauses of single banks remain. Everything that waited is sent
within seconds.`;

export const resumeCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .positional('queue', QUEUE_ARGUMENT)
      .options({
        ...TARGET_OPTIONS,
        reason: { type: 'string', describe: 'Why, for the record of changes' },
        ...jsonOption,
      })
      .example('$0 resume payouts', 'continue all money out')
      .example('$0 resume payouts --bank 058', 'continue transfers to one bank')
      .epilogue(EPILOGUE),
  handler: async ({ queue, bank, by, reason, json }) => {
    const target = { queue, ...(bank !== undefined && { bank }) };
    const given = { ...target, ...(reason !== undefined && { reason }), by: operatorName(by) };
    const request = checked(given, refuseResumeRequest);
    await withOperatorClient(async ({ pauses }, taskQueue) => {
      const answer = await pauses.resume(request);
      console.log(json ? JSON.stringify(answer, null, 2) : showResumed(answer, { ...target, taskQueue }));
    });
  },
};
