import { type Call, own, type OwnRoute } from '../http/route.js';
import { type Message } from '../types/message.js';
import { localText } from '../wire/times.js';
import { html, type Html, type Page } from './html.js';

export const INBOX: readonly OwnRoute[] = [own('GET /inbox', inbox)];

const SHOWN = 100;

/** Everything that the gateway would have sent to people by e-mail or SMS, the newest first. */
function inbox({ world }: Call): Page {
  const messages = [...world.messages.values()].reverse().slice(0, SHOWN);
  return {
    title: 'Inbox of everybody',
    main:
      messages.length === 0
        ? html`<p>Nothing was sent yet.</p>`
        : html`<ol class="messages">
            ${messages.map(messageItem)}
          </ol>`,
  };
}

function messageItem({ at, to, subject, text, link }: Message): Html {
  return html`
    <li>
      <h2>${subject}</h2>
      <p>To ${to}, <time>${localText(at)}</time></p>
      <p>${text} ${link !== undefined && html`<a href="${link}">Open</a>`}</p>
    </li>
  `;
}
