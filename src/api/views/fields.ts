import { z } from 'zod';
import { UNREAD_REASONS } from '../../domain/compare/unread.js';
import type { Transitions } from '../../domain/lifecycle/transitions.js';

/** Fields that several replies share. Unknown fields may be added later: programs must ignore what they do not know. */

export const naira = z.string().meta({ description: 'naira with two decimals', examples: ['2500.00'] });
export const kobo = z.int().meta({ description: 'kobo, a hundredth of a naira', examples: [250_000] });
export const time = z.iso
  .datetime({ offset: true })
  .meta({ description: 'a time with its offset', examples: ['2026-01-31T16:00:00.000Z'] });
export const day = z.iso.date().meta({ description: 'a day in West Africa Time', examples: ['2026-01-31'] });
export const currency = z.literal('NGN');
export const reference = z
  .string()
  .meta({ description: 'the reference of the merchant', examples: ['order-1'] });
export const transactionReference = z
  .string()
  .meta({ description: 'the reference of the gateway', examples: ['MNFY|01|20260131160000|000001'] });
export const reason = z.string().meta({ description: 'why it is in this state, for people' });

/** The states of a lifecycle: those that its table of transitions has. */
export function statesOf<State extends string>(transitions: Transitions<State>) {
  return z.enum(Object.keys(transitions) as [State, ...State[]]);
}

type Both<Name extends string> = { [Key in Name]: typeof naira } & { [Key in `${Name}Kobo`]: typeof kobo };
type Optional<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodOptional<Shape[Key]> };

/** An amount in naira, and beside it in kobo. */
export function amountOf<const Name extends string>(name: Name): Both<Name> {
  return { [name]: naira, [`${name}Kobo`]: kobo } as Both<Name>;
}

/** The same, where the amount may be absent. */
export function optionalAmountOf<const Name extends string>(name: Name): Optional<Both<Name>> {
  return { [name]: naira.optional(), [`${name}Kobo`]: kobo.optional() } as unknown as Optional<Both<Name>>;
}

/** How many, and their sum. */
export const sums = { count: z.int(), ...amountOf('sum') };

export const customer = z.strictObject({ email: z.string(), name: z.string().optional() });

/** What a listing has and did not show, by reason. */
export const unread = z.partialRecord(z.enum(UNREAD_REASONS), z.int());

/** A count for each of these words. */
export function countsOf(words: readonly string[]) {
  return z.strictObject(Object.fromEntries(words.map((word) => [word, z.int()])));
}

export const metadata = z.record(z.string(), z.string());

export const splitItem = z
  .strictObject({
    subAccountCode: z.string(),
    feeBearer: z.boolean().optional(),
    feePercentage: z.string().optional(),
    splitPercentage: z.string().optional(),
    ...optionalAmountOf('splitAmount'),
  })
  .meta({ id: 'SplitItem' });

export const bankAccount = z.strictObject({
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
});

/** It was not created here; an event of the gateway reported it. */
export const unexpected = z.literal(true).optional().meta({ description: 'it was not created here' });
