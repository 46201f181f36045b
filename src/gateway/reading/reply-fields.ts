import { z } from 'zod';
import { type Kobo, MoneyError } from '../../domain/money.js';
import { fromOptionalWireAmount, fromWireAmount } from '../formats/amounts.js';
import { type Instant, readTime } from '../formats/times.js';

/**
 * Fields of replies and events. A reply is unreadable only without a field that decides something: a
 * reference, a status, an amount or a currency that money is judged by. Every other field is made by `maybe`:
 * an unreadable value becomes null, and is reported as drift. `reply-shape.ts` tells the two apart by how
 * they are made here.
 */

/** Fields without which a reply is unreadable. */
export const DECIDING = new WeakSet<object>();

function deciding<Schema extends z.ZodType>(schema: Schema): Schema {
  DECIDING.add(schema);
  return schema;
}

/** A field that decides nothing: null where it is absent or unreadable. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return z.catch(z.nullish(schema), null);
}

/**
 * An object of the gateway. Unknown fields pass through, but the type has only the known ones, so that no
 * code relies on an unknown field by accident.
 */
export function record<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}

/** Text that decides: a reference, a currency, an address that the payer needs. */
export const text = deciding(z.string().min(1));
/** A known field that no code relies on. */
export const nothing = z.unknown().optional();
export const maybeText = maybe(z.string());
export const maybeFlag = maybe(z.boolean());
export const maybeCount = maybe(z.int());

/** Text for people, empty where the gateway gives none. */
export const shownText = maybeText.transform((given) => given ?? '');

const wireAmount = z.union([z.number(), z.string()], { error: 'is not an amount' });

/** An amount that decides: exact, or the reply is unreadable. */
export const naira = deciding(wireAmount.transform(readAmount(fromWireAmount)));

/** Null, absent and empty all mean that there is no amount yet. */
export const maybeNaira = maybe(wireAmount.transform(readAmount(fromOptionalWireAmount)));

function readAmount<Wire, Amount extends Kobo | null>(read: (wire: Wire) => Amount) {
  return (wire: Wire, context: z.RefinementCtx): Amount => {
    try {
      return read(wire);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      context.addIssue({ code: 'custom', message: 'is not an exact amount' });
      return z.NEVER;
    }
  };
}

/** Schemas of times, to detect unknown formats. */
export const TIMES = new WeakSet<object>();

const writtenTime = z.string();
TIMES.add(writtenTime);

/** A time decides nothing: one in an unknown format is null, and reported as drift. */
export const maybeTime = maybe(writtenTime.transform((written): Instant | null => readTime(written) ?? null));

/** The known words of each field made by `word`. */
export const KNOWN_WORDS = new WeakMap<object, readonly string[]>();

/** One of the gateway's words. An unknown one passes through, and is reported as drift. */
export function word<const Known extends string>(...known: readonly Known[]) {
  const schema = deciding(z.string());
  KNOWN_WORDS.set(schema, known);
  return schema as unknown as z.ZodType<Known | (string & {}), string>;
}

/** A word that decides nothing. */
export function maybeWord<const Known extends string>(...known: readonly Known[]) {
  return maybe(word(...known));
}

/** The row schema of each field made by `list`. */
export const ROWS = new WeakMap<object, z.ZodType>();

/**
 * A list, read row by row: an unreadable row is left out and reported as drift. Null and {} are an empty
 * list, a single object is a list of one. A list without any readable row is unreadable, because an empty one
 * could be mistaken for proof of absence.
 */
export function list<Row extends z.ZodType>(row: Row) {
  const schema = z
    .unknown()
    .optional()
    .transform((given, context): z.output<Row>[] => {
      const rows = rowsIn(given);
      if (!rows) {
        context.addIssue({ code: 'custom', message: 'is not a list' });
        return z.NEVER;
      }
      const readings = rows.map((each) => row.safeParse(each));
      const [first] = readings;
      if (first?.error && readings.every(({ success }) => !success)) {
        for (const { path, message } of first.error.issues) {
          context.addIssue({ code: 'custom', path: [0, ...path], message });
        }
        return z.NEVER;
      }
      return readings.flatMap(({ success, data }) => (success ? [data] : []));
    });
  ROWS.set(schema, row);
  return deciding(schema);
}

function rowsIn(given: unknown): readonly unknown[] | undefined {
  if (given === null) return [];
  if (Array.isArray(given)) return given as unknown[];
  if (typeof given !== 'object') return undefined;
  return Object.keys(given).length === 0 ? [] : [given];
}

/** A list that decides nothing. */
export function maybeList<Row extends z.ZodType>(row: Row) {
  return maybe(list(row));
}

export const maybeTexts = maybeList(z.string());
export const maybeProduct = maybe(record({ type: maybeText, reference: maybeText }));
export const maybeCustomer = maybe(record({ email: maybeText, name: maybeText }));

/** The page wrapper of listings; only the fields that paging needs are relied on. */
export function page<Row extends z.ZodType>(row: Row) {
  return record({
    content: list(row),
    last: maybeFlag,
    first: maybeFlag,
    totalElements: maybeCount,
    totalPages: maybeCount,
    number: maybeCount,
    size: maybeCount,
    numberOfElements: maybeCount,
    empty: maybeFlag,
    pageable: nothing,
    sort: nothing,
  });
}

/** A percentage arrives as a number; Oware keeps its decimal text. */
export const maybePercentage = maybe(
  z.union([z.number().transform(String), z.string().regex(/^\d+(?:\.\d+)?$/)]),
);

export const maybeIncomeSplit = maybeList(
  record({
    subAccountCode: maybeText,
    feePercentage: maybePercentage,
    feeBearer: maybeFlag,
    splitPercentage: maybePercentage,
    splitAmount: maybeNaira,
    reservedAccountConfigCode: maybeText,
  }),
);
