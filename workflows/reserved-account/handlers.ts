import type { UpdateDefinition } from '@temporalio/common';
import { condition, setHandler } from '@temporalio/workflow';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { hearCommon } from '../shared/hear.js';
import { cancel } from '../shared/messages.js';
import { createTurns } from '../shared/turns.js';
import { deallocate } from './deallocate.js';
import {
  linkAccounts,
  RESERVED_ACCOUNT,
  sweepAccount,
  updateBvn,
  updateIncomeSplit,
  updateKyc,
  updateSources,
} from './messages.js';
import { link, setBvn, setIncomeSplit, setKyc, setSources } from './orders.js';
import { refuseIdentity, refuseLink, refuseOver, refuseSources, refuseSplit } from './refuse.js';
import type { AccountStory } from './story.js';
import { sweep } from './sweep.js';

export function hearMessages(story: AccountStory): void {
  hearCommon(story, RESERVED_ACCOUNT);
  // one after another: of two settings the one that was asked for last must be the one that stays
  const inTurn = createTurns();

  function hear<Request>(
    update: UpdateDefinition<ReservedAccountSnapshot, [Request]>,
    { description, refuse, obey }: Order<Request>,
  ): void {
    setHandler(update, (request) => inTurn(() => whileOpen(story, () => obey(story, request))), {
      validator: (request: Request) => refuse(story, request),
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
  setHandler(cancel, () => inTurn(() => whileOpen(story, () => deallocate(story))), {
    validator: () => refuseOver(story),
    description: 'Gives the numbers back.',
  });
  setHandler(sweepAccount, () => story.begun().then(() => sweep(story)), {
    description: 'Looks for credits whose event never came.',
  });
}

interface Order<Request> {
  readonly description: string;
  readonly refuse: (story: AccountStory, request: Request) => void;
  readonly obey: (story: AccountStory, request: Request) => Promise<ReservedAccountSnapshot>;
}

/** An order may come before there are numbers, and its turn after they were given back. */
async function whileOpen<Result>(story: AccountStory, obey: () => Promise<Result>): Promise<Result> {
  const account = await story.begun();
  await condition(() => account.isAnswerable());
  refuseOver(story);
  return obey();
}
