import type { CommandModule } from 'yargs';
import type { PausableQueue } from '../../domain/pause/pause.js';
import { operatorName, QUEUE_ARGUMENT, TARGET_OPTIONS, targetOf, withOperatorClient } from '../operator.js';
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
      .epilogue(EPILOGUE),
  handler: ({ queue, bank, by, reason, json }) =>
    withOperatorClient(async ({ pauses }, taskQueue) => {
      const target = targetOf({ queue, bank });
      const why = reason === undefined ? {} : { reason };
      const answer = await pauses.resume({ ...target, ...why, by: operatorName(by) });
      console.log(json ? JSON.stringify(answer, null, 2) : showResumed(answer, { ...target, taskQueue }));
    }),
};
