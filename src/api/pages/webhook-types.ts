import { KINDS, nameOf } from '../../client/kinds.js';
import { html, type Html, table } from '../../pages/html.js';
import { withCode } from '../../pages/parts.js';

/** Every webhook that Oware sends, by lifecycle. */
export function webhookTypesPage(): Html {
  const sections = KINDS.map((kind) => {
    const rows = Object.entries(kind.webhooks).map(([end, about]) => [
      html`<code id="${nameOf(kind)}.${end}">${nameOf(kind)}.${end}</code>`,
      withCode(about),
    ]);
    return html`<h2>${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}</h2>
      ${table(`Webhooks of ${kind.path}`, ['Type', 'Sent when'], rows)}`;
  });
  return html`
    <p>
      Webhooks follow <em>Standard Webhooks</em>: verify the signature over the raw body, then order them by
      <code>epoch</code> and <code>sequence</code>. Each carries its lifecycle as it was then, and is sent
      again until the merchant's endpoint replies with 2xx.
    </p>
    ${sections}
  `;
}
