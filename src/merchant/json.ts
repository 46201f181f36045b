import type { Kobo, Percent } from '../domain/money.js';

type Keys<Value, IsOptional extends boolean> = {
  [Key in keyof Value]-?: undefined extends Value[Key]
    ? IsOptional extends true
      ? Key
      : never
    : IsOptional extends true
      ? never
      : Key;
}[keyof Value];

/** One object, as editors show it. */
type Flat<Value> = { [Key in keyof Value]: Value[Key] };

/** A value as JSON shows it: what may be undefined is optional, and amounts are plain numbers. */
export type Json<Value> = Value extends Kobo
  ? number
  : Value extends Percent
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly Json<Item>[]
      : Value extends object
        ? Flat<
            { readonly [Key in Keys<Value, false>]: Json<Value[Key]> } & {
              readonly [Key in Keys<Value, true>]?: Json<Exclude<Value[Key], undefined>>;
            }
          >
        : Value;

/** The view exactly as an HTTP reply has it. */
export function toJson<Value extends object>(view: Value): Json<Value> {
  return JSON.parse(JSON.stringify(view)) as Json<Value>;
}
