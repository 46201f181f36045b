import type { Checkout, FieldError } from 'oware/client';
import { type Html, html } from './html.js';
import type { Order } from './orders.js';
import { type Product, PRODUCTS } from './products.js';
import { type Status, statusOf } from './status.js';

const REFRESH_AFTER_S = '3';

const naira = (amount: string): string =>
  new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' }).format(Number(amount));

function page(title: string, body: Html, refreshes = false): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refreshes && html`<meta http-equiv="refresh" content="${REFRESH_AFTER_S}" />`}
        <title>${title} · Seeds &amp; Boards</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header><a href="/">Seeds &amp; Boards</a></header>
        <main>${body}</main>
      </body>
    </html>`.text;
}

export function shopPage(): string {
  const cards = PRODUCTS.map(
    ({ id, name, about, price }) =>
      html`<li>
        <a href="/products/${id}"><strong>${name}</strong><span>${about}</span><em>${naira(price)}</em></a>
      </li>`,
  );
  return page(
    'Shop',
    html`<h1>Everything for a game of oware</h1>
      <ul class="products">
        ${cards}
      </ul>`,
  );
}

/** The fields of a checkout, as the form names them. */
const LABELS: Readonly<Record<string, string>> = {
  'customer.name': 'Your name',
  'customer.email': 'E-mail address',
};

export interface OrderForm {
  /** Made with the page, so that the form orders once however often it is sent. */
  readonly orderId: string;
  readonly name?: string;
  readonly email?: string;
  readonly errors?: readonly FieldError[];
}

export function productPage(product: Product, { orderId, name, email, errors = [] }: OrderForm): string {
  const problems = errors.map(({ field, message }) => html`<li>${LABELS[field] ?? field} ${message}</li>`);
  return page(
    product.name,
    html`<h1>${product.name}</h1>
      <p>${product.about}</p>
      <p class="price">${naira(product.price)}</p>
      ${
        problems.length > 0 &&
        html`<ul class="problems" role="alert">
          ${problems}
        </ul>`
      }
      <form method="post" action="/orders">
        <input type="hidden" name="orderId" value="${orderId}" />
        <input type="hidden" name="productId" value="${product.id}" />
        <label
          >Your name <input name="name" value="${name}" required maxlength="100" autocomplete="name"
        /></label>
        <label
          >E-mail address
          <input type="email" name="email" value="${email}" required maxlength="254" autocomplete="email"
        /></label>
        <button>Buy for ${naira(product.price)}</button>
      </form>`,
  );
}

export function orderPage(order: Order, checkout: Checkout | undefined): string {
  const { title, text, tone, canPay, isFinal }: Status = statusOf(order, checkout);
  return page(
    title,
    html`<section class="status ${tone}" role="status">
        <h1>${title}</h1>
        <p>${text}</p>
      </section>
      <dl>
        <dt>Order</dt>
        <dd>${order.id}</dd>
        <dt>Item</dt>
        <dd>${order.product}</dd>
        <dt>Price</dt>
        <dd>${naira(order.price)}</dd>
      </dl>
      ${
        canPay &&
        html`<form method="post" action="/orders/${order.id}/pay">
          <button>Pay ${naira(order.price)}</button>
        </form>`
      }`,
    !isFinal,
  );
}

export function problemPage(title: string, text: string): string {
  return page(
    title,
    html`<section class="status bad" role="alert">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  );
}
