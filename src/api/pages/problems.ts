import { html, type Html, table } from '../../pages/html.js';
import { withCode } from '../../pages/parts.js';
import { type ProblemName, type ProblemRule, PROBLEMS, typeOf } from '../../requests/problem.js';

const MONEY_MOVED: Readonly<Record<ProblemRule['moneyMoved'], string>> = {
  no: 'No money moved because of this request.',
  unknown: 'Whether money moved is not known yet.',
  yes: 'Money has moved.',
};

const RETRY: Readonly<Record<ProblemRule['retry'], string>> = {
  never: 'The same request would be refused again: change it first.',
  'same-reference': 'Repeat the identical request, with the same reference or Idempotency-Key. That is safe.',
  later: 'Repeat the identical request later.',
};

export function problemsPage(): Html {
  const rows = Object.entries(PROBLEMS).map(([name, { status, title, moneyMoved, retry }]) => [
    html`<a href="${typeOf(name as ProblemName)}"><code>${name}</code></a>`,
    String(status),
    title,
    moneyMoved,
    retry,
  ]);
  return html`
    <p>
      The API refuses a request with a problem reply (RFC 9457). Its <code>type</code> is the address of one
      of these pages and never changes.
    </p>
    ${table('Problems', ['Name', 'Status', 'Title', 'Money moved', 'Retry'], rows)}
  `;
}

export function problemPage(name: ProblemName): Html {
  const { status, title, moneyMoved, retry, retryAfter, about }: ProblemRule = PROBLEMS[name];
  return html`
    <p>${withCode(about)}</p>
    <dl>
      <dt>type</dt>
      <dd><code>${typeOf(name)}</code></dd>
      <dt>status</dt>
      <dd>${status}</dd>
      <dt>title</dt>
      <dd>${title}</dd>
      <dt>moneyMoved</dt>
      <dd><code>${moneyMoved}</code>: ${MONEY_MOVED[moneyMoved]}</dd>
      <dt>retry</dt>
      <dd><code>${retry}</code>: ${RETRY[retry]}</dd>
      ${
        retryAfter !== undefined &&
        html`<dt>Retry-After</dt>
          <dd>${retryAfter} s</dd>`
      }
    </dl>
  `;
}
