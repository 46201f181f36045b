import { copyButton, emptyState } from '../../pages/parts.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { type Message } from '../types/message.js';
import { localText } from '../wire/times.js';
import { html, type Html, type Page } from './html.js';

export const MESSAGE_INBOX: readonly OwnRoute[] = [own('GET /inbox', inbox)];

const SHOWN = 100;

/** Every e-mail and SMS that the gateway and the banks would send, the newest first. */
function inbox({ world }: Call): Page {
  const messages = [...world.messages.values()].reverse().slice(0, SHOWN);
  return {
    title: 'Message inbox',
    tool: '/inbox',
    lead: html`<p class="muted">
      Every e-mail and SMS to customers and merchants: card OTPs, 3-D Secure codes, transfer OTPs, links.
    </p>`,
    main:
      messages.length === 0
        ? emptyState(
            'No messages yet.',
            'Pay with a test card that asks for an OTP, and its code arrives here.',
          )
        : html`<ol class="messages">
            ${messages.map(messageItem)}
          </ol>`,
  };
}

function messageItem({ at, to, subject, text, reference, code, link }: Message): Html {
  return html`
    <li class="card">
      <h2>${subject}</h2>
      <p class="muted">To ${to} about ${reference}, <time>${localText(at)}</time></p>
      ${code !== undefined && html`<p class="actions"><span class="code">${code}</span> ${copyButton(code, 'code')}</p>`}
      <p>${text}</p>
      ${link !== undefined && html`<p><a class="button quiet small" href="${link}">Open</a></p>`}
    </li>
  `;
}
