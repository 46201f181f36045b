import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { Address } from '../../src/domain/lifecycle/address.js';
import type { Holdings, Row, Source } from '../../src/domain/sweep/record.js';
import type { Period } from '../../src/domain/compare/placement.js';
import type { SourceReader } from './sources/source.js';

/** What a sweep needs of the typed client. */
export interface SweepReads {
  /** What a lifecycle holds of the gateway's records; undefined when there is no such lifecycle. */
  readonly readHoldings: (at: Address, keys: readonly string[]) => Promise<Holdings | undefined>;
  /** The lifecycles, by the prefixes of their ids, with a run that started in a period, or was open in it. */
  readonly listStarted: (
    request: Period & { readonly prefixes: readonly string[]; readonly isOpen?: boolean },
  ) => Promise<readonly Address[]>;
}

export interface SweepClient extends SweepReads {
  readonly deliverEvent: (to: Address, event: LifecycleEvent) => Promise<unknown>;
  readonly findOwner: (gatewayReference: string) => Promise<Address | null>;
}

export interface SweepDeps extends Omit<SweepClient, 'findOwner'> {
  readonly sources: Readonly<Record<Source, SourceReader>>;
  /** The rows of the gateway's batch, by their references; fails where not all of them could be read. */
  readonly readPartRows: (batchReference: string) => Promise<ReadonlyMap<string, Row>>;
}
