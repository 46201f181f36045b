import { type Call, own, type OwnRoute } from '../http/route.js';
import { type Message } from '../types/message.js';
import { localText } from '../wire/times.js';
import { html, type Html, type Page } from './html.js';

export const MESSAGE_INBOX: readonly OwnRoute[] = [own('GET /inbox', inbox)];

const SHOWN = 100;

/** Every e-mail and SMS that the gateway would send, the newest first. */
function inbox({ world }: Call): Page {
  const messages = [...world.messages.values()].reverse().slice(0, SHOWN);
  return {
    title: 'Message inbox',
    main:
      messages.length === 0
        ? html`<p>No messages yet.</p>`
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
