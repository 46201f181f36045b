/** An object without some of its fields: in a snapshot, which is JSON, an absent field is the same as none. */
export function without<Of extends object, Field extends keyof Of>(
  object: Of,
  ...fields: readonly Field[]
): Omit<Of, Field> {
  const left = Object.entries(object).filter(([name]) => !fields.includes(name as Field));
  return Object.fromEntries(left) as Omit<Of, Field>;
}
