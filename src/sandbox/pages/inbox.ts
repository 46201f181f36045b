import { type Call, own, type OwnRoute } from '../http/route.js';
import { localText } from '../wire/times.js';
import { html, type Page, table } from './html.js';

export const INBOX: readonly OwnRoute[] = [own('GET /inbox', inbox)];

const SHOWN = 100;

/** Everything that the gateway would have sent to people by e-mail or SMS. */
function inbox({ world }: Call): Page {
  const messages = [...world.messages.values()].reverse().slice(0, SHOWN);
  return {
    title: 'Inbox of everybody',
    main:
      messages.length === 0
        ? html`<p>Nothing was sent yet.</p>`
        : table(
            'Messages, the newest first',
            ['When', 'To', 'Subject', 'Text'],
            messages.map(({ at, to, subject, text, link }) => [
              localText(at),
              to,
              subject,
              html`${text} ${link !== undefined && html`<a href="${link}">Open</a>`}`,
            ]),
          ),
  };
}
