import { z } from 'zod';
import { type Kobo, MoneyError } from '../domain/money.js';
import { fromOptionalWireAmount, fromWireAmount } from './amounts.js';
import { type Instant, readTime } from './times.js';

/**
 * An object of the gateway. Fields that nobody has told us about pass through, but the type speaks only of
 * those that we know, so that nothing is built on a stranger by accident.
 */
export function record<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}

export const text = z.string();
/** Known to be there, and nothing in it is relied on. */
export const nothing = z.unknown().optional();
export const maybeText = z.string().nullish();
export const maybeFlag = z.boolean().nullish();
export const maybeCount = z.number().int().nullish();

const wireAmount = z.union([z.number(), z.string()], { error: 'is not an amount' });

export const naira = wireAmount.transform(readAmount(fromWireAmount));

/** Null, absent and empty all mean that there is no amount yet. */
export const maybeNaira = wireAmount.nullish().transform(readAmount(fromOptionalWireAmount)).optional();

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

/** Schemas of times, for those who look for formats that nobody has told us about. */
export const TIMES = new WeakSet<object>();

const writtenTime = z.string();
TIMES.add(writtenTime);

/** A time that decides nothing: one in a format that we have never met is null, and reported as drift. */
export const maybeTime = writtenTime
  .nullish()
  .transform((written): Instant | null => (written == null ? null : (readTime(written) ?? null)))
  .optional();

/** The words that each field made by `word` was known to have when this was written. */
export const KNOWN_WORDS = new WeakMap<object, readonly string[]>();

/** One of the gateway's words. One that we have never met passes through, and is reported as drift. */
export function word<const Known extends string>(...known: readonly Known[]) {
  const schema = z.string();
  KNOWN_WORDS.set(schema, known);
  return schema as unknown as z.ZodType<Known | (string & {}), string>;
}

export const product = record({ type: maybeText, reference: maybeText });
export const customer = record({ email: maybeText, name: maybeText });

/** The page wrapper of listings; only what a reader of pages needs is relied on. */
export function page<Item extends z.ZodType>(item: Item) {
  return record({
    content: z.array(item),
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

/** A percentage comes as a number; we keep its decimal text. */
export const maybePercentage = z.union([z.number().transform(String), z.string()]).nullish();

export const incomeSplitConfig = z
  .array(
    record({
      subAccountCode: maybeText,
      feePercentage: maybePercentage,
      feeBearer: maybeFlag,
      splitPercentage: maybePercentage,
      splitAmount: maybeNaira,
      reservedAccountConfigCode: maybeText,
    }),
  )
  .nullish();
