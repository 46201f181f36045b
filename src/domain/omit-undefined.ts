type Given<Value> = { [Field in keyof Value]: Exclude<Value[Field], undefined> };

/** Without the fields that are undefined: in terms and views, absent fields do not exist. */
export function omitUndefined<Fields extends object>(fields: Fields): Given<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<Fields>;
}
