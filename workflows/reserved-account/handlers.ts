import type { UpdateDefinition } from '@temporalio/common';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { cancel } from '../shared/messages.js';
import { refusal } from '../shared/run/commands.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
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
import { link, setBvn, setIncomeSplit, setKyc, setSources } from './commands.js';
import {
  refuseIdentity,
  refuseLink,
  refuseOver,
  refuseShape,
  refuseSources,
  refuseSplit,
} from './validators.js';
import type { AccountLifecycle } from './lifecycle.js';

/** `resume` goes on with what an earlier run was ordered to do. */
export function registerHandlers(lifecycle: AccountLifecycle): { readonly resume: () => void } {
  registerCommonHandlers(lifecycle, RESERVED_ACCOUNT);
  // one after another: of two settings the one that was asked for last must be the one that stays
  const inTurn = createTurns();

  function register<Request>(
    update: UpdateDefinition<ReservedAccountSnapshot, [Request]>,
    { description, refuse, execute }: Order<Request>,
  ): void {
    registerCommand(lifecycle, update, {
      refuse: (request: Request) => {
        refuseShape(request);
        refuse(lifecycle, request);
      },
      execute: (request) => inTurn(() => whileOpen(lifecycle, () => execute(lifecycle, request))),
      answer: () => lifecycle.subject().inWebhooks(),
      description,
    });
  }

  register(linkAccounts, { description: 'Numbers at further banks.', refuse: refuseLink, execute: link });
  register(updateBvn, {
    description: "Sets the customer's BVN.",
    refuse: (of, { bvn }) => refuseIdentity(of, { bvn }),
    execute: setBvn,
  });
  register(updateKyc, { description: 'Sets who the customer is.', refuse: refuseIdentity, execute: setKyc });
  register(updateSources, {
    description: 'Sets who may pay in.',
    refuse: refuseSources,
    execute: setSources,
  });
  register(updateIncomeSplit, {
    description: 'Sets how what comes in is shared out.',
    refuse: refuseSplit,
    execute: setIncomeSplit,
  });
  const giveBack = () => inTurn(() => deallocate(lifecycle));
  registerCommand(lifecycle, cancel as UpdateDefinition<ReservedAccountSnapshot>, {
    refuse: () => refuseGivingBack(lifecycle),
    execute: () => whileReserved(lifecycle, giveBack),
    answer: () => lifecycle.subject().inWebhooks(),
    description: 'Gives the numbers back.',
  });
  registerCommand(lifecycle, sweepAccount, {
    refuse: () => undefined,
    execute: () => sweepNow(lifecycle),
    description: 'Looks for credits whose event never came.',
  });

  return {
    resume: () => {
      if (lifecycle.subject().snapshot().state === 'DEALLOCATING') lifecycle.spawn(giveBack());
    },
  };
}

/** The same order again gets the same answer. */
function refuseGivingBack(lifecycle: AccountLifecycle): void {
  if (lifecycle.subject().snapshot().state !== 'DEALLOCATED') refuseOver(lifecycle);
}

async function sweepNow(lifecycle: AccountLifecycle): Promise<SweepAnswer> {
  const account = await lifecycle.whenReady();
  const ticket = lifecycle.checks.urge();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
  if (!lifecycle.checks.wasComplete())
    throw refusal('not-sent', 'the gateway does not answer; try again soon');
  return account.lastSweep();
}

interface Order<Request> {
  readonly description: string;
  readonly refuse: (lifecycle: AccountLifecycle, request: Request) => void;
  readonly execute: (lifecycle: AccountLifecycle, request: Request) => Promise<ReservedAccountSnapshot>;
}

/** An order may come before there are numbers, and its turn after they were given back. */
async function whileOpen<Result>(
  lifecycle: AccountLifecycle,
  execute: () => Promise<Result>,
): Promise<Result> {
  return whileReserved(lifecycle, () => {
    refuseOver(lifecycle);
    return execute();
  });
}

async function whileReserved<Result>(
  lifecycle: AccountLifecycle,
  execute: () => Promise<Result>,
): Promise<Result> {
  const account = await lifecycle.whenReady();
  await lifecycle.pace.until(() => account.isAnswerable());
  if (account.snapshot().state === 'PENDING') throw refusal('not-open', 'the reserved account is PENDING');
  return execute();
}
