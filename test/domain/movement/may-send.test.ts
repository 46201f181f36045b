import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { addAll, type Evidence, noEvidence } from '../../../src/domain/movement/evidence.js';
import { type SendQuestion, whyNotSend } from '../../../src/domain/movement/may-send.js';
import { ASKED, MINUTE, piecesOf } from './letters.js';

const HOUR = 60 * MINUTE;
const seen = (sequence: string): Evidence =>
  addAll(noEvidence(ASKED), sequence === '' ? [] : piecesOf(sequence));

function ask(more: Partial<SendQuestion> = {}) {
  return whyNotSend({
    now: 30 * HOUR,
    waitedUntil: 30 * HOUR - MINUTE,
    notAfter: 100 * HOUR,
    against: [],
    isApproved: true,
    checkedAt: 29 * HOUR,
    isCommanded: false,
    movement: seen(''),
    others: [],
    obligation: ASKED,
    limits: [],
    repeats: { sameReference: true, propagationMs: 2 * MINUTE },
    ...more,
  });
}

describe('a request that was not sent', () => {
  it('may be sent when nothing speaks against it', () => expect(ask()).toBeUndefined());

  it.each([
    [
      'while there is a reason against it',
      { against: ['cancel'] },
      { because: 'against', reasons: ['cancel'] },
    ],
    ['before it is approved', { isApproved: false }, { because: 'not-approved' }],
    ['after its last moment', { notAfter: 30 * HOUR }, { because: 'too-late' }],
    ['when its checks are a day old', { checkedAt: 6 * HOUR }, { because: 'not-checked' }],
    ['before its checks', { checkedAt: undefined }, { because: 'not-checked' }],
    [
      'above a limit that it shares',
      { limits: [{ name: 'day', cap: kobo(15), taken: kobo(6) }] },
      { because: 'over-limit', limit: 'day' },
    ],
  ])('may not be sent %s', (_what, more: Partial<SendQuestion>, why) => expect(ask(more)).toEqual(why));
});

describe('the same reference', () => {
  const again = (sequence: string, more: Partial<SendQuestion> = {}) =>
    ask({ movement: seen(sequence), ...more });

  it('may be sent again once it is not found after the propagation delay', () =>
    expect(again('left@0 absent@3')).toBeUndefined());
  it('may be sent again after it was held', () => expect(again('held@0')).toBeUndefined());

  it.each([
    ['while its outcome is unknown', 'left@0', 'may-have-moved'],
    ['when it was not found too early', 'left@0 absent@1', 'may-have-moved'],
    ['when the gateway knows it', 'left@0 used@1 absent@5', 'may-have-moved'],
    ['when a record was seen', 'left@0 pending@1 absent@5', 'may-have-moved'],
    ['a third time', 'left@0 absent@3 left@4 absent@8', 'sent-twice'],
    ['when it has moved', 'left@0 paid10@1', 'moved-already'],
    ['when it was refused for good', 'refused@0', 'may-have-moved'],
    ['while a claim is open', 'left@0 claim10@1 absent@5', 'doubtful'],
    ['after a decision', 'left@0 absent@61 didNot@70', 'needs-command'],
  ])('may not be sent %s', (_what, sequence, because) => expect(again(sequence)).toMatchObject({ because }));

  it('is not sent again where the gateway does not allow it', () =>
    expect(again('left@0 absent@3', { repeats: { sameReference: false } })).toEqual({
      because: 'may-have-moved',
    }));
});

describe('another attempt', () => {
  const beside = (sequence: string, more: Partial<SendQuestion> = {}) =>
    ask({ others: [seen(sequence)], ...more });

  it('may be sent when the other was refused', () => expect(beside('refused@0')).toBeUndefined());
  it('may be sent when the other ended, read a moment ago', () =>
    expect(beside('left@0 end@1 end@7 end@1799')).toBeUndefined());
  it('waits until the other is read again', () =>
    expect(beside('left@0 end@1 end@7')).toEqual({ because: 'not-fresh', others: [0] }));
  it('waits until the other is read again after the last wait', () =>
    expect(beside('left@0 end@1 end@7 end@1798')).toEqual({ because: 'not-fresh', others: [0] }));
  it('may be sent for the rest that another left over', () =>
    expect(beside('paid4@0', { obligation: kobo(20) })).toBeUndefined());

  it.each([
    ['is unknown', 'left@0', 'moved-already'],
    ['ended once', 'left@0 end@1799', 'moved-already'],
    ['has moved', 'left@0 paid10@1', 'moved-already'],
    ['is claimed to have moved', 'left@0 end@1 end@7 claim10@9 end@1799', 'doubtful'],
    ['went back', 'left@0 paid10@1 back@2 back@8 back@1799', 'needs-command'],
    ['was decided not to have happened', 'left@0 absent@61 didNot@70 absent@1799', 'needs-command'],
  ])('may not be sent when the other %s', (_what, sequence, because) =>
    expect(beside(sequence)).toMatchObject({ because }),
  );

  it.each([
    ['went back', 'left@0 paid10@1 back@2 back@8 back@1799'],
    ['was decided not to have happened', 'left@0 absent@61 didNot@70 absent@1799'],
  ])('may be sent by a command when the other %s', (_what, sequence) =>
    expect(beside(sequence, { isCommanded: true })).toBeUndefined(),
  );
});
