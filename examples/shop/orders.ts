import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Order {
  /** Also the reference of the checkout, so that an order is paid once however often the customer clicks. */
  readonly id: string;
  readonly product: string;
  readonly price: string;
  readonly customer: { readonly name: string; readonly email: string };
  /** A late payment is under review: do not ship. */
  isOnHold: boolean;
  shippedAt?: string;
  /** The webhooks that were processed. */
  readonly webhookIds: string[];
  /** What the newest of them said. */
  newest?: { readonly epoch: string; readonly sequence: number; readonly fulfillable: boolean };
}

/** What the warehouse sends. */
export interface Parcel {
  readonly orderId: string;
  readonly product: string;
}

interface Data {
  orders: Order[];
  readonly parcels: Parcel[];
}

export type NewOrder = Pick<Order, 'id' | 'product' | 'price' | 'customer'>;

export interface Orders {
  find(id: string): Order | undefined;
  /** Stores an order, and returns the one that is stored: of the first form, where it was sent twice. */
  place(order: NewOrder): Order;
  remove(id: string): void;
  /** Reads, decides and writes as one step: all of it is kept, or nothing. */
  transaction<Result>(work: (data: Data) => Result): Result;
}

/**
 * A file in place of your database. Orders must survive a restart: Oware sends a webhook until it gets a 2xx, and not
 * again. One process, and no `await` between read and write, make it a transaction.
 */
export function openOrders(file: string): Orders {
  let data: Data = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Data)
    : { orders: [], parcels: [] };
  function transaction<Result>(work: (draft: Data) => Result): Result {
    const draft = structuredClone(data);
    const result = work(draft);
    writeFileSync(`${file}.new`, `${JSON.stringify(draft, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    data = draft;
    return result;
  }
  return {
    find: (wanted) => data.orders.find(({ id }) => id === wanted),
    place: (order) =>
      transaction(({ orders }) => {
        const existing = orders.find(({ id }) => id === order.id);
        const placed = existing ?? { ...order, isOnHold: false, webhookIds: [] };
        if (!existing) orders.push(placed);
        return placed;
      }),
    remove: (removed) =>
      transaction((draft) => {
        draft.orders = draft.orders.filter(({ id }) => id !== removed);
      }),
    transaction,
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Too long to guess: the page of an order needs no login. */
export function newOrderId(): string {
  return `order-${Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

export const isOrderId = (text: string): boolean => /^order-[a-z]{24}$/.test(text);
