import { describe, expect, it } from 'vitest';
import { examineRules } from '../../src/cli/examine-rules.js';
import { identityWith, versionsIn } from '../../src/domain/rules-of-worker.js';
import { NEWEST_RULES } from '../../src/domain/rules-version.js';

const [OLD, NEW] = [NEWEST_RULES, NEWEST_RULES + 1];

const worker = (versions: readonly number[], isPolling = true) => ({
  identity: identityWith('7@host', versions),
  versions,
  isPolling,
});
const both = worker([OLD, NEW]);
const older = worker([OLD]);

const examined = (
  open: readonly (readonly [number, number])[],
  workers: readonly ReturnType<typeof worker>[],
  { announced = OLD, unknown = 0 } = {},
) => examineRules({ announced, counts: { known: new Map(open), unknown }, workers });

describe('what the doctor says about versions of the rules', () => {
  it('is nothing while every worker knows what open workflows follow and what is announced', () => {
    expect(examined([[OLD, 3]], [older, both])).toMatchObject({
      state: 'ok',
      found: `version ${OLD} is announced; open workflows: 3 of version ${OLD}`,
    });
  });

  it('is a problem as soon as a version is announced that a worker does not know, also one that is being stopped', () => {
    for (const last of [older, worker([OLD], false)]) {
      expect(examined([[OLD, 3]], [both, last], { announced: NEW })).toMatchObject({
        state: 'problem',
        found: `version ${NEW} is announced, and 1 of 2 workers do not know it: 7@host rules=${OLD}`,
      });
    }
  });

  it('is a problem where no worker can continue a workflow', () => {
    const found = `no worker knows version ${NEW}, and 1 open workflow cannot continue without one`;
    expect(
      examined(
        [
          [OLD, 3],
          [NEW, 1],
        ],
        [older],
      ),
    ).toMatchObject({ state: 'problem', found });
    // one that has stopped continues nothing
    expect(examined([[NEW, 1]], [older, worker([OLD, NEW], false)])).toMatchObject({ found });
  });

  it('warns of a roll-back to this build, with the count of workflows that would stop', () => {
    expect(
      examined(
        [
          [OLD, 3],
          [NEW, 2],
        ],
        [both],
      ),
    ).toMatchObject({
      state: 'problem',
      found: `2 open workflows follow a version that this build does not know; it knows ${OLD}`,
    });
    expect(examined([[OLD, 3]], [older], { unknown: 2 })).toMatchObject({ state: 'problem' });
  });

  it('reads what a worker knows from its identity; one that says nothing knows the first', () => {
    expect(versionsIn(identityWith('7@host', [1, 2]))).toEqual([1, 2]);
    for (const other of ['7@host', '', 'rules=2 7@host']) expect(versionsIn(other)).toEqual([1]);
  });
});
