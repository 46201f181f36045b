import * as lifecycles from '../../workflows/lifecycles.js';
import type { LifecycleKind } from '../../workflows/shared/messages.js';
import type { StateText } from '../domain/lifecycle/state-texts.js';
import type { WebhookTypes } from '../domain/lifecycle/webhook-types.js';
import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { Holdings } from '../domain/sweep/record.js';

/** Any kind of lifecycle, without its terms. */
export type AnyKind = Pick<
  LifecycleKind<never, LifecycleSnapshot>,
  | 'noun'
  | 'about'
  | 'created'
  | 'prefix'
  | 'type'
  | 'firstState'
  | 'amountOf'
  | 'isReference'
  | 'cancelRequest'
> & {
  readonly isOver: (snapshot: never) => boolean;
  readonly isKnownEvent?: (ended: never, event: LifecycleEvent) => boolean;
  readonly states: Readonly<Record<string, StateText>>;
  readonly textOf?: (snapshot: never) => StateText;
  readonly toView: (snapshot: never) => object;
  readonly name?: string;
  readonly viewName: string;
  readonly webhooks: WebhookTypes;
  readonly path: string;
  readonly takesEvents: boolean;
  readonly holdingsOf?: (snapshot: never) => Holdings;
};

export { nameOf } from '../../workflows/shared/messages.js';

export const KINDS: readonly AnyKind[] = Object.values(lifecycles);

/** The kinds that merchants create with an API key of this scope. */
export function createdWith(scope: 'collect' | 'pay'): readonly AnyKind[] {
  return KINDS.filter(({ created }) => created?.scope === scope);
}

/** Many of a kind, in words: `reserved accounts`. */
export function pluralOf({ path }: Pick<AnyKind, 'path'>): string {
  return path.replace('/v1/', '').replaceAll('-', ' ');
}

/** The kind whose workflow ids have this prefix, if it accepts events. */
export function eventTakerOf(prefix: string): AnyKind | undefined {
  return KINDS.find((kind) => kind.prefix === prefix && kind.takesEvents);
}

/** What merchants see of a lifecycle in a webhook, under the name of its view. */
export function toWebhookView(snapshot: LifecycleSnapshot): object {
  const kind = KINDS.find(({ prefix }) => prefix === snapshot.lifecycle);
  return kind ? { [kind.viewName]: kind.toView(snapshot as never) } : {};
}
