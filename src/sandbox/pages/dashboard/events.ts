import { badge, emptyState, type Tone } from '../../../pages/parts.js';
import { ATTEMPTS } from '../../events/deliver.js';
import { replay } from '../../events/deliveries.js';
import { typedText } from '../../http/fields.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { type Delivery } from '../../types/delivery.js';
import { localText } from '../../wire/times.js';
import { html, type Html, type Page, type SeeOther, table } from '../html.js';
import { referencesOf } from './event-references.js';
import { dashboardPage } from './tab.js';

export const EVENTS_TAB: readonly OwnRoute[] = [
  own('GET /dashboard/events', show),
  own('POST /dashboard/deliveries/{id}/replay', sendAgain),
];

const SHOWN = 50;

function show({ world, query }: Call): Page {
  const reference = typedText(query, 'reference');
  const latest = [...world.deliveries.values()]
    .filter((delivery) => reference === '' || referencesOf(delivery).includes(reference))
    .slice(-SHOWN)
    .reverse();
  return dashboardPage(
    'Events',
    html`
      ${
        reference !== '' &&
        html`<p class="actions">
          Events about <strong>${reference}</strong>
          <a href="/dashboard/events">Show all</a>
        </p>`
      }
      ${
        latest.length === 0
          ? emptyState('No events yet.', 'Pay a payment, and the event about it appears here.')
          : html`<div class="card">
              ${table('Latest events', ['Time', 'Reference', 'Event', 'Status', 'Attempts', 'Body', 'Action'], latest.map(eventRow))}
            </div>`
      }
    `,
  );
}

interface Status {
  readonly tone: Tone;
  readonly text: string;
  readonly why?: string;
}

const STATUS: Readonly<Record<Delivery['state'], Status>> = {
  delivered: { tone: 'good', text: 'Delivered' },
  waiting: { tone: 'info', text: 'Waiting', why: 'It is sent until the reply is 200.' },
  held: { tone: 'warn', text: 'Held back', why: 'A fault sends it after a later event.' },
  dropped: { tone: 'bad', text: 'Dropped', why: 'A fault lost it.' },
  'no-address': { tone: 'bad', text: 'Not sent', why: 'The merchant has no address for events.' },
  'given-up': { tone: 'bad', text: 'Given up', why: `No reply was 200 in ${ATTEMPTS} attempts.` },
};

const SIGNING: Partial<Record<Delivery['signing'], string>> = {
  forged: 'Forged by a fault.',
  none: 'Unsigned by a fault.',
  'old-secret': 'Signed with the old secret by a fault.',
};

function eventRow(delivery: Delivery) {
  const { id, createdAt, eventType, state, signing, body } = delivery;
  const { tone, text, why } = STATUS[state];
  const [reference = '–'] = referencesOf(delivery);
  return [
    html`<time>${localText(createdAt)}</time>`,
    html`<strong>${reference}</strong>`,
    eventType,
    [badge(tone, text), explain(why), explain(SIGNING[signing])],
    attemptsOf(delivery),
    html`<details>
      <summary>Show</summary>
      <pre>${indented(body)}</pre>
    </details>`,
    html`<form method="post" action="/dashboard/deliveries/${id}/replay">
      <button class="quiet small" aria-label="Send ${id} again">Send again</button>
    </form>`,
  ];
}

const explain = (why: string | undefined): Html | false =>
  why !== undefined && html`<br /><small>${why}</small>`;

function attemptsOf({ attempts }: Delivery): string {
  if (attempts.length === 0) return '0';
  return `${attempts.length}: ${attempts.map(({ outcome }) => outcome).join(', ')}`;
}

/** A body that a fault made unreadable is shown as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function sendAgain({ world, params }: Call): SeeOther {
  replay(world, params['id'] ?? '');
  return { seeOther: '/dashboard/events' };
}
