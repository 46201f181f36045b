/** A page that people write, with a table between its marks: `<!-- name -->` and `<!-- end of name -->`. */
export function withTable(page: string, name: string, table: string): string {
  const block = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  if (!block.test(page)) throw new Error(`there is no place for the table: <!-- ${name} -->`);
  return page.replace(block, (_block, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}
