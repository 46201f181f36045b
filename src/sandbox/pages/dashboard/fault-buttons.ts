import { type FaultRule, readFaultPlan } from '../../faults/rules.js';
import { sandboxCoverage } from '../../routes.js';

interface FaultButton {
  readonly name: string;
  readonly about: string;
  readonly rule: object;
}

/** The faults that people plan most, each at one click. */
const BUTTONS: Readonly<Record<string, FaultButton>> = {
  'lose-event': {
    name: 'Lose the next event',
    about: 'The merchant hears nothing of it and must check.',
    rule: { on: 'event', fault: { kind: 'drop' } },
  },
  'repeat-event': {
    name: 'Send the next event twice',
    about: 'The merchant must count it once.',
    rule: { on: 'event', fault: { kind: 'duplicate' } },
  },
  'lose-card-reply': {
    name: 'Lose the next card reply',
    about: 'The card is charged, and the caller does not learn it.',
    rule: {
      on: 'call',
      endpoint: ['chargeCard', 'chargeCardToken'],
      when: 'after',
      fault: { kind: 'reset' },
    },
  },
  'lose-transfer-reply': {
    name: 'Lose the next transfer reply',
    about: 'The transfer is sent, and the caller does not learn it.',
    rule: { on: 'call', endpoint: 'initiateTransfer', when: 'after', fault: { kind: 'reset' } },
  },
  down: {
    name: 'Gateway down for 1 minute',
    about: 'Every call gets 502 and is not processed, for a minute of the sandbox’s clock.',
    rule: { on: 'call', when: 'before', seconds: 60, fault: { kind: 'bad-gateway' } },
  },
};

export const faultButtons = (): readonly (readonly [string, FaultButton])[] => Object.entries(BUTTONS);

export function rulesOfButton(id: string): FaultRule[] | undefined {
  if (!Object.hasOwn(BUTTONS, id)) return undefined;
  const { name, rule } = BUTTONS[id] as FaultButton;
  return readFaultPlan({ name, ...rule }, sandboxCoverage());
}
