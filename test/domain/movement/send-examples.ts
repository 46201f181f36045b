import { kobo } from '../../../src/domain/money.js';
import type { MovementTerms } from '../../../src/domain/movement/evidence.js';
import type { SendQuestion, WhyNot } from '../../../src/domain/movement/may-send.js';
import { ASKED, evidenceOf, MINUTE, type Rules, TERMS } from './letters.js';

const HOUR = 60 * MINUTE;

/** The question, with movements as sequences. It is asked after thirty hours, a minute after the last wait. */
interface Asked extends Partial<Omit<SendQuestion, 'movement' | 'others'>> {
  readonly movement?: string;
  readonly others?: readonly string[];
  readonly terms?: MovementTerms;
}

/** Undefined: it may be sent. */
type Example = readonly [what: string, asked: Asked, because: WhyNot['because'] | undefined];

export function askWhyNot({ movement = '', others = [], terms = TERMS, ...more }: Asked, rules: Rules) {
  return rules.whyNotSend({
    step: 'request',
    now: 30 * HOUR,
    waitedUntil: 30 * HOUR - MINUTE,
    notAfter: 100 * HOUR,
    against: [],
    isApproved: true,
    checkedAt: 29 * HOUR,
    obligation: ASKED,
    limits: [],
    ...more,
    movement: evidenceOf(movement, terms, rules),
    others: others.map((other) => evidenceOf(other, terms, rules)),
  });
}

const beside = (...others: readonly string[]): Asked => ({ others });
const again = (movement: string): Asked => ({ movement });
const authorise = (movement: string): Asked => ({ step: 'authorise', movement });

const DAY_LIMIT = { name: 'day', cap: kobo(15) };
const WENT_BACK = 'left@0 paid10@1 back@2 back@8 back@1799';
const DENIED = 'left@0 absent@61 didNot@70 absent@1799';
const ENDED = 'left@0 end@1 end@7 end@1799';

export const QUESTIONS: Readonly<Record<string, readonly Example[]>> = {
  'a request that was not sent': [
    ['may be sent when nothing speaks against it', {}, undefined],
    ['may be sent within its limits', { limits: [{ ...DAY_LIMIT, taken: kobo(5) }] }, undefined],
    ['may not be sent while there is a reason against it', { against: ['cancel'] }, 'against'],
    ['may not be sent before it is approved', { isApproved: false }, 'not-approved'],
    ['may not be sent at its last moment', { notAfter: 30 * HOUR }, 'too-late'],
    ['may not be sent when its checks are a day old', { checkedAt: 6 * HOUR }, 'not-checked'],
    ['may not be sent before its checks', { checkedAt: undefined }, 'not-checked'],
    ['may not be sent above a limit', { limits: [{ ...DAY_LIMIT, taken: kobo(6) }] }, 'over-limit'],
    [
      'may not be sent above the second of its limits',
      {
        limits: [
          { name: 'total', cap: kobo(99), taken: kobo(0) },
          { ...DAY_LIMIT, taken: kobo(6) },
        ],
      },
      'over-limit',
    ],
    [
      'may be sent within a limit that was read a moment ago',
      { limits: [{ ...DAY_LIMIT, taken: kobo(5), readAt: 30 * HOUR - 5 * MINUTE }] },
      undefined,
    ],
    [
      'may not be sent before a limit that was read earlier is read again',
      { limits: [{ ...DAY_LIMIT, taken: kobo(5), readAt: 30 * HOUR - 6 * MINUTE }] },
      'limit-not-fresh',
    ],
    [
      'may not be refused by a limit that was read earlier',
      { limits: [{ ...DAY_LIMIT, taken: kobo(6), readAt: -Infinity }] },
      'limit-not-fresh',
    ],
  ],
  'the same reference': [
    ['may be sent again once it is not found after the delay', again('left@1790 absent@1799'), undefined],
    ['may be sent again though an OTP was sent', again('left@1 otpLeft@2 absent@1799'), undefined],
    ['may be sent again after it was held', again('held@0'), undefined],
    ['may not be sent while its outcome is unknown', again('left@0'), 'may-have-moved'],
    ['may not be sent while it is on its way', again('sending@1799'), 'on-its-way'],
    ['may not be sent when it was not found too early', again('left@1798 absent@1799'), 'may-have-moved'],
    ['may not be sent when it was not found long ago', again('left@0 absent@3'), 'not-fresh'],
    ['may not be sent when the gateway knows it', again('left@0 used@1 absent@1799'), 'may-have-moved'],
    ['may not be sent once it was accepted', again('accepted@0 absent@1799'), 'may-have-moved'],
    ['may not be sent when a record was seen', again('left@0 pending@1 absent@1799'), 'may-have-moved'],
    [
      'may not be sent again once a repeat was refused',
      again('left@0 absent@3 refused@4 absent@1799'),
      'sent-twice',
    ],
    ['may not be sent a third time', again('left@0 absent@3 left@4 absent@1799'), 'sent-twice'],
    ['may not be sent when it has moved', again('left@0 paid10@1'), 'moved-already'],
    ['may not be sent when it was refused for good', again('refused@0'), 'may-have-moved'],
    ['may not be sent when it ended', again(ENDED), 'may-have-moved'],
    [
      'may not be sent once its absence has proven that nothing moved, however fresh that is',
      again('left@0 absent@61 absent@122 absent@1799'),
      'may-have-moved',
    ],
    ['may not be sent while a claim is open', again('left@0 claim10@1 absent@1799'), 'doubtful'],
    ['may not be sent after a decision', again(DENIED), 'needs-command'],
    [
      'may not be sent after a decision, by a command',
      { ...again(DENIED), commandedAt: 29 * HOUR },
      'needs-command',
    ],
    [
      'may not be sent again where the gateway does not allow it',
      { ...again('left@1790 absent@1799'), terms: { asked: ASKED } },
      'may-have-moved',
    ],
  ],
  'another attempt': [
    ['may be sent when the other was refused', beside('refused@0'), undefined],
    ['may be sent when the other was never sent', beside('held@0'), undefined],
    ['may be sent when the other ended, read a moment ago', beside(ENDED), undefined],
    [
      'may be sent when the other was not found for a day, and a moment ago',
      beside('left@0 absent@61 absent@122 absent@1799'),
      undefined,
    ],
    ['may be sent for the rest of the sum', { ...beside('paid4@0'), obligation: kobo(20) }, undefined],
    ['waits until the other is read again', beside('left@0 end@1 end@7'), 'not-fresh'],
    [
      'waits until one that was not found is looked for again',
      beside('left@0 absent@61 absent@122 absent@1500'),
      'not-fresh',
    ],
    ['waits until the other is read after the last wait', beside('left@0 end@1 end@7 end@1798'), 'not-fresh'],
    [
      'waits until the other is read five minutes ago at most',
      { ...beside('left@0 end@1 end@7 end@1790'), waitedUntil: 0 },
      'not-fresh',
    ],
    ['waits until the other is read as it was', beside('left@0 end@1 end@7 absent@1799'), 'not-fresh'],
    ['waits until each other is read again', beside(ENDED, 'left@0 end@1 end@7'), 'not-fresh'],
    ['may not be sent when the other is unknown', beside('left@0'), 'moved-already'],
    ['may not be sent when the second other is unknown', beside(ENDED, 'left@0'), 'moved-already'],
    ['may not be sent when the other is on its way', beside('sending@1799'), 'moved-already'],
    ['may not be sent when the other ended once', beside('left@0 end@1799'), 'moved-already'],
    ['may not be sent when the other has moved', beside('left@0 paid10@1'), 'moved-already'],
    ['may not be sent when a part of it has moved', beside('paid4over@0 paid4over@6'), 'moved-already'],
    ['may not be sent when the other is claimed to have moved', beside(`${ENDED} claim10@1800`), 'doubtful'],
    ['may not be sent when the other is claimed to be back', beside('paid10@1 claimBack@2'), 'doubtful'],
    [
      'may not be sent when the other fell',
      { ...beside('paid10@1 paid4@2 paid4@8'), obligation: kobo(99) },
      'doubtful',
    ],
    ['may not be sent when the other went back', beside(WENT_BACK), 'needs-command'],
    ['may not be sent when the other was denied', beside(DENIED), 'needs-command'],
    [
      'may be sent by a command when the other went back',
      { ...beside(WENT_BACK), commandedAt: 29 * HOUR },
      undefined,
    ],
    [
      'may be sent by a command when the other was denied',
      { ...beside(DENIED), commandedAt: 29 * HOUR },
      undefined,
    ],
    [
      'is not covered by a command before the other went back',
      { ...beside('left@0 paid10@1 back@1780 back@1799'), commandedAt: 29.5 * HOUR },
      'needs-command',
    ],
    [
      'is not covered by a command before the other was denied',
      { ...beside('left@0 absent@61 didNot@1790 absent@1799'), commandedAt: 29.5 * HOUR },
      'needs-command',
    ],
    [
      'waits until what went back is read again, also by a command',
      { ...beside('left@0 paid10@1 back@2 back@8'), commandedAt: 29 * HOUR },
      'not-fresh',
    ],
    [
      'has only as much room as the horizon of the other allows',
      { ...beside('left@0 absent@61 absent@122 absent@1799'), terms: { ...TERMS, horizonMs: 48 * HOUR } },
      'moved-already',
    ],
  ],
  'a step that authorises': [
    ['may be taken while the record waits for it', authorise('accepted@0 asksOtp@1799'), undefined],
    [
      'may be taken after it was refused',
      authorise('accepted@0 asksOtp@1 otpRefused@2 asksOtp@1799'),
      undefined,
    ],
    [
      'may be taken when two readings show that one without an answer had no effect',
      authorise('accepted@0 asksOtp@1 otpLeft@2 asksOtp@1790 asksOtp@1799'),
      undefined,
    ],
    ['may not be taken before the record waits for it', authorise('accepted@0'), 'not-awaited'],
    ['may not be taken once it is under way', authorise('accepted@0 asksOtp@1 pending@1799'), 'not-awaited'],
    [
      'may not be taken while another is on its way',
      authorise('accepted@0 asksOtp@1 sendingOtp@1799'),
      'on-its-way',
    ],
    [
      'may not be taken while one without an answer may have arrived',
      authorise('accepted@0 asksOtp@1 otpLeft@2 asksOtp@1799'),
      'may-have-moved',
    ],
    [
      'may not be taken again while the record may be late that still waits for one that was taken',
      authorise('accepted@0 asksOtp@1 otpTaken@2 asksOtp@1799'),
      'may-have-moved',
    ],
    [
      'may be taken again when two readings show that one that was taken had no effect',
      authorise('accepted@0 asksOtp@1 otpTaken@2 asksOtp@1790 asksOtp@1799'),
      undefined,
    ],
    ...(['otpLeft', 'otpTaken'] as const).flatMap((before): readonly Example[] => [
      [
        `may be taken at once after a wrong one, though an earlier one had no effect: ${before}`,
        authorise(
          `accepted@0 asksOtp@1 ${before}@2 asksOtp@1780 asksOtp@1790 sendingOtp@1791 otpRefused@1792 asksOtp@1799`,
        ),
        undefined,
      ],
      [
        `may not be taken after a wrong one while an earlier one may have had its effect: ${before}`,
        authorise(`accepted@0 asksOtp@1 ${before}@2 sendingOtp@1791 otpRefused@1792 asksOtp@1799`),
        'may-have-moved',
      ],
    ]),
    [
      'may not be taken again after the second one was taken, though the first one had no effect',
      authorise(
        'accepted@0 asksOtp@1 otpTaken@2 asksOtp@1780 asksOtp@1790 sendingOtp@1791 otpTaken@1792 asksOtp@1799',
      ),
      'may-have-moved',
    ],
    ['may not be taken on an old reading', authorise('accepted@0 asksOtp@1'), 'not-fresh'],
    ['may not be taken while a claim is open', authorise('accepted@0 claim10@1 asksOtp@1799'), 'doubtful'],
    [
      'may not be taken when the other has moved',
      { ...authorise('accepted@0 asksOtp@1799'), others: ['left@0 paid10@1'] },
      'moved-already',
    ],
  ],
};
