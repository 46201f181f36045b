import type { UpdateDefinition } from '@temporalio/common';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { cancel } from '../shared/messages.js';
import { refusal } from '../shared/run/commands.js';
import { hearCommand, hearCommon } from '../shared/run/hear.js';
import { createTurns } from '../shared/run/turns.js';
import { deallocate } from './deallocate.js';
import {
  linkAccounts,
  RESERVED_ACCOUNT,
  sweepAccount,
  type SweepAnswer,
  updateBvn,
  updateIncomeSplit,
  updateKyc,
  updateSources,
} from './messages.js';
import { link, setBvn, setIncomeSplit, setKyc, setSources } from './orders.js';
import { refuseIdentity, refuseLink, refuseOver, refuseShape, refuseSources, refuseSplit } from './refuse.js';
import type { AccountStory } from './story.js';

/** `resume` goes on with what an earlier run was ordered to do. */
export function hearMessages(story: AccountStory): { readonly resume: () => void } {
  hearCommon(story, RESERVED_ACCOUNT);
  // one after another: of two settings the one that was asked for last must be the one that stays
  const inTurn = createTurns();

  function hear<Request>(
    update: UpdateDefinition<ReservedAccountSnapshot, [Request]>,
    { description, refuse, obey }: Order<Request>,
  ): void {
    hearCommand(story, update, {
      refuse: (request: Request) => {
        refuseShape(request);
        refuse(story, request);
      },
      obey: (request) => inTurn(() => whileOpen(story, () => obey(story, request))),
      answer: () => story.known().tellable(),
      description,
    });
  }

  hear(linkAccounts, { description: 'Numbers at further banks.', refuse: refuseLink, obey: link });
  hear(updateBvn, {
    description: "Sets the customer's BVN.",
    refuse: (of, { bvn }) => refuseIdentity(of, { bvn }),
    obey: setBvn,
  });
  hear(updateKyc, { description: 'Sets who the customer is.', refuse: refuseIdentity, obey: setKyc });
  hear(updateSources, { description: 'Sets who may pay in.', refuse: refuseSources, obey: setSources });
  hear(updateIncomeSplit, {
    description: 'Sets how what comes in is shared out.',
    refuse: refuseSplit,
    obey: setIncomeSplit,
  });
  const giveBack = () => inTurn(() => deallocate(story));
  hearCommand(story, cancel as UpdateDefinition<ReservedAccountSnapshot>, {
    refuse: () => refuseGivingBack(story),
    obey: () => whileReserved(story, giveBack),
    answer: () => story.known().tellable(),
    description: 'Gives the numbers back.',
  });
  hearCommand(story, sweepAccount, {
    refuse: () => undefined,
    obey: () => sweepNow(story),
    description: 'Looks for credits whose event never came.',
  });

  return {
    resume: () => {
      if (story.known().snapshot().state === 'DEALLOCATING') story.spawn(giveBack());
    },
  };
}

/** The same order again gets the same answer. */
function refuseGivingBack(story: AccountStory): void {
  if (story.known().snapshot().state !== 'DEALLOCATED') refuseOver(story);
}

async function sweepNow(story: AccountStory): Promise<SweepAnswer> {
  const account = await story.begun();
  const ticket = story.checks.urge();
  await story.pace.until(() => story.checks.isDone(ticket));
  if (!story.checks.wasComplete()) throw refusal('not-sent', 'the gateway does not answer; try again soon');
  return account.lastSweep();
}

interface Order<Request> {
  readonly description: string;
  readonly refuse: (story: AccountStory, request: Request) => void;
  readonly obey: (story: AccountStory, request: Request) => Promise<ReservedAccountSnapshot>;
}

/** An order may come before there are numbers, and its turn after they were given back. */
async function whileOpen<Result>(story: AccountStory, obey: () => Promise<Result>): Promise<Result> {
  return whileReserved(story, () => {
    refuseOver(story);
    return obey();
  });
}

async function whileReserved<Result>(story: AccountStory, obey: () => Promise<Result>): Promise<Result> {
  const account = await story.begun();
  await story.pace.until(() => account.isAnswerable());
  if (account.snapshot().state === 'PENDING') throw refusal('not-open', 'the reserved account is PENDING');
  return obey();
}
