import { PROBLEMS } from '../../src/requests/problem.js';

export function problemsPage(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([name, { status, title, moneyMoved, retry, about }]) =>
      `| \`${name}\` | ${status} | ${title}. ${about} | ${moneyMoved} | ${retry} |`,
  );
  return `# Problem types

Every error reply is a problem document (RFC 9457, \`application/problem+json\`). Its \`type\` is \`/problems/\` and a
name from this table, and does not change between releases.

- \`moneyMoved\` says whether the request moved money: \`no\`, \`yes\`, or \`unknown\`.
- \`retry\` says whether to send the identical request again: \`never\` (only a changed one can succeed), \`same-reference\` (now; it is
  safe), \`later\` (wait, see \`Retry-After\` where it is set).
- \`detail\` describes this occurrence. \`invalid\` also has \`errors\` (field and message), \`reference-conflict\` has
  \`differences\`.

| type | status | meaning | moneyMoved | retry |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

\`npm run docs\` generates this page from \`src/requests/problem.ts\`.
`;
}
