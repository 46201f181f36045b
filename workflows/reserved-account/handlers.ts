import { setHandler } from '@temporalio/workflow';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import type { Held } from '../../src/domain/sweep/record.js';
import { cancelOf } from '../shared/messages.js';
import { refusal } from '../shared/run/commands.js';
import { type CommandMessage, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { isTexts } from '../shared/run/shapes.js';
import { createTurns } from '../shared/run/turns.js';
import { decide, learnRefunds, refuseDecision, refuseLearned } from './decide.js';
import { deallocate } from './deallocate.js';
import { heldCredits, RESERVED_ACCOUNT, type SweepAnswer } from './messages.js';
import { link, setBvn, setIncomeSplit, setKyc, setSources } from './commands.js';
import {
  refuseIdentity,
  refuseLink,
  refuseClosed,
  refuseShape,
  refuseSources,
  refuseSplit,
} from './validators.js';
import type { AccountLifecycle } from './lifecycle.js';

/** `resume` continues commands that an earlier run accepted. */
export function registerHandlers(lifecycle: AccountLifecycle): { readonly resume: () => void } {
  const { commands } = RESERVED_ACCOUNT;
  registerCommonHandlers(lifecycle, {
    ...RESERVED_ACCOUNT,
    learn: (command) => learnRefunds(lifecycle, command),
    refuse: (command, item) => refuseDecision(lifecycle, command, item),
    refuseLearned: (command, item) => refuseLearned(lifecycle, command, item),
    onResolved: (_account, command, item) => decide(lifecycle, command, item),
  });
  // one after another: of two changes the later request must win
  const inTurn = createTurns();

  function register<Request>(
    message: CommandMessage<Request, ReservedAccountSnapshot>,
    { description, refuse, execute }: AccountCommand<Request>,
  ): void {
    registerCommand(lifecycle, message, {
      refuse: (request: Request) => {
        refuseShape(request);
        refuse(lifecycle, request);
      },
      execute: (request) => inTurn(() => whileOpen(lifecycle, () => execute(lifecycle, request))),
      answer: () => lifecycle.subject().inWebhooks(),
      description,
    });
  }

  register(commands.linkAccounts, {
    description: 'Link account numbers at further banks.',
    refuse: refuseLink,
    execute: link,
  });
  register(commands.updateBvn, {
    description: "Set the customer's BVN.",
    refuse: (of, { bvn }) => refuseIdentity(of, { bvn }),
    execute: setBvn,
  });
  register(commands.updateKyc, {
    description: "Set the customer's KYC data.",
    refuse: refuseIdentity,
    execute: setKyc,
  });
  register(commands.updateSources, {
    description: 'Set the allowed payment sources.',
    refuse: refuseSources,
    execute: setSources,
  });
  register(commands.updateIncomeSplit, {
    description: 'Set the income split.',
    refuse: refuseSplit,
    execute: setIncomeSplit,
  });
  const deallocateInTurn = () => inTurn(() => deallocate(lifecycle));
  registerCommand(lifecycle, cancelOf<ReservedAccountSnapshot>(), {
    refuse: () => refuseDeallocation(lifecycle),
    execute: () => whileReserved(lifecycle, deallocateInTurn),
    answer: () => lifecycle.subject().inWebhooks(),
    description: 'Deallocate the account.',
  });
  registerCommand(lifecycle, commands.sweep, {
    refuse: () => undefined,
    execute: () => sweepNow(lifecycle),
    description: 'Find credits without an event.',
  });
  setHandler(heldCredits, (given: unknown) => heldOf(lifecycle, given), {
    description: 'What the account holds of these transactions.',
  });

  return {
    resume: () => {
      if (lifecycle.subject().snapshot().state === 'DEALLOCATING') lifecycle.spawn(deallocateInTurn());
    },
  };
}

/** Clients of Temporal are not bound by our types. */
function heldOf(lifecycle: AccountLifecycle, given: unknown): readonly Held[] {
  const account = lifecycle.subject();
  return isTexts(given) ? (given as readonly string[]).flatMap((key) => account.heldOf(key) ?? []) : [];
}

/** A repeat gets the same answer. */
function refuseDeallocation(lifecycle: AccountLifecycle): void {
  if (lifecycle.subject().snapshot().state !== 'DEALLOCATED') refuseClosed(lifecycle);
}

async function sweepNow(lifecycle: AccountLifecycle): Promise<SweepAnswer> {
  const account = await lifecycle.whenReady();
  const ticket = lifecycle.checks.requestNow();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
  if (!lifecycle.checks.wasComplete())
    throw refusal('not-sent', 'the gateway did not answer; try again soon');
  return account.lastSweep();
}

interface AccountCommand<Request> {
  readonly description: string;
  readonly refuse: (lifecycle: AccountLifecycle, request: Request) => void;
  readonly execute: (lifecycle: AccountLifecycle, request: Request) => Promise<ReservedAccountSnapshot>;
}

/** A command may arrive before the account has numbers, and its turn may come after the deallocation. */
async function whileOpen<Result>(
  lifecycle: AccountLifecycle,
  execute: () => Promise<Result>,
): Promise<Result> {
  return whileReserved(lifecycle, () => {
    refuseClosed(lifecycle);
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
