import type { WorkflowExecutionDescription } from '@temporalio/client';
import {
  defineSearchAttributeKey,
  type Payload,
  type SearchAttributePair,
  TypedSearchAttributes,
} from '@temporalio/common';
import type { LifecycleKind, LifecycleTerms } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { FIRST_RULES, newestOf } from '../domain/rules-version.js';
import type { ClientContext } from './context.js';
import type { AnyKind } from './kinds.js';

type Context = Pick<ClientContext, 'hashCustomer' | 'rulesVersion'>;

const LIFECYCLE = defineSearchAttributeKey('OwareLifecycle', 'KEYWORD');
export const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
export const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');
const CURRENCY = defineSearchAttributeKey('OwareCurrency', 'KEYWORD');
export const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
export const AMOUNT = defineSearchAttributeKey('OwareAmountKobo', 'INT');
const CUSTOMER = defineSearchAttributeKey('OwareCustomer', 'KEYWORD');
/** As workflows read it; the first version is not named. */
export const RULES = defineSearchAttributeKey('OwareRules', 'KEYWORD');

/** All that is known when a run starts without terms. */
export function lifecycleAttribute(lifecycle: string): TypedSearchAttributes {
  return new TypedSearchAttributes([{ key: LIFECYCLE, value: lifecycle }]);
}

/** Of a run that an event starts where none was before: nothing here has asked for money. */
export function attributesUnasked({ prefix }: Pick<AnyKind, 'prefix'>): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: LIFECYCLE, value: prefix },
    { key: AMOUNT, value: 0 },
  ]);
}

/** Set with the start, which costs no extra history event; the workflow upserts only changes. */
export function attributesOf<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: Context,
  kind: LifecycleKind<Terms, Snapshot>,
  terms: Terms,
): TypedSearchAttributes {
  return toAttributes(context, kind, { terms, state: kind.firstState, since: new Date() });
}

/** For a run that an event starts, from the result of the run before it: operators filter such runs like any other. */
export function attributesAfter(
  context: Context,
  kind: AnyKind,
  ended: LifecycleSnapshot | undefined,
): TypedSearchAttributes {
  if (!ended) return lifecycleAttribute(kind.prefix);
  const { terms, state, transitions, epoch } = ended;
  const since = new Date(transitions.at(-1)?.at ?? epoch);
  // it is shown by the version that it ended with, and changes once the run knows of a newer one
  return toAttributes({ ...context, rulesVersion: newestOf(ended) }, kind, { terms, state, since });
}

function toAttributes(
  { hashCustomer, rulesVersion = FIRST_RULES }: Context,
  { prefix, amountOf }: Pick<AnyKind, 'prefix' | 'amountOf'>,
  { terms, state, since }: { readonly terms: LifecycleTerms; readonly state: string; readonly since: Date },
): TypedSearchAttributes {
  const email = emailIn(terms);
  const pairs: SearchAttributePair[] = [
    { key: LIFECYCLE, value: prefix },
    { key: STATE, value: state },
    { key: CURRENCY, value: 'NGN' },
    { key: SINCE, value: since },
  ];
  if (amountOf) pairs.push({ key: AMOUNT, value: amountOf(terms as never) as number });
  if (hashCustomer && email !== undefined) pairs.push({ key: CUSTOMER, value: hashCustomer(email) });
  if (rulesVersion !== FIRST_RULES) pairs.push({ key: RULES, value: String(rulesVersion) });
  return new TypedSearchAttributes(pairs);
}

/** Every lifecycle that has a customer names them in the same place. */
function emailIn(terms: LifecycleTerms & { readonly customer?: unknown }): string | undefined {
  const { email } = (terms.customer ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' ? email : undefined;
}

/** State and review kinds, as the search attributes show them. Review kinds are joined: only a difference matters. */
export interface VisibleState {
  readonly state: string | undefined;
  readonly review: string | undefined;
}

export function visibleStateOf({
  typedSearchAttributes,
}: Pick<WorkflowExecutionDescription, 'typedSearchAttributes'>): VisibleState {
  return {
    state: comparable(typedSearchAttributes.get(STATE)),
    review: comparable(typedSearchAttributes.get(REVIEW)),
  };
}

/** The value of a search attribute in a history event; undefined where it was unset. */
export function valueIn(payload: Payload | null | undefined): string | undefined {
  const text = payload?.data ? Buffer.from(payload.data).toString('utf8') : '';
  return text === '' ? undefined : comparable(JSON.parse(text) as Value);
}

type Value = string | readonly string[] | null | undefined;

function comparable(value: Value): string | undefined {
  const texts = typeof value === 'string' ? [value] : [...(value ?? [])].sort();
  return texts.length === 0 ? undefined : texts.join();
}
