import { COMMANDS } from '../../src/cli/main.js';
import { TRIGGERS } from '../../src/cli/triggers.js';

export function commandLinePage(): string {
  const commands = Object.entries(COMMANDS).flatMap(([name, [about]]) =>
    about === false ? [] : [`| \`oware ${name}\` | ${about} |`],
  );
  const triggers = Object.entries(TRIGGERS).map(([name, { about }]) => `| \`${name}\` | ${about} |`);
  return `# Command line

\`npx oware --help\` lists the commands, \`npx oware <command> --help\` has options and examples. Commands print tables for people, and JSON
with \`--json\`.

Commands that ask the API use the one of \`oware dev\` in this folder, or \`OWARE_API_URL\` and \`OWARE_API_KEY\`. A lifecycle is named by its
kind and reference (\`checkout order-1\`), or by its workflow id (\`checkout:order-1\`).

| command | effect |
| --- | --- |
${commands.join('\n')}

## Try things

With the gateway's sandbox, \`oware checkout\`, \`oware transfer\` and the others send the example of the API reference. Every field of the
request is an option; a dot is one level deeper:

\`\`\`sh
npx oware checkout --amount 1500.00 --customer.email bola@example.com
npx oware transfer --reference salary-77 --amount 1500.00
npx oware transfer --data @transfer.json
\`\`\`

A request under the same reference is done once, however often it is repeated. So every one of these commands prints its reference before
it sends anything. Places to pay (\`checkout\`, \`invoice\`, \`reserved-account\`) get a new reference unless you give one. Everything that
pays, or charges a customer, needs \`--reference\`, or a reference in \`--data\`.

With a live gateway nothing is filled in: give every field, and \`--yes\`. Without \`--yes\` the command prints the amount and the request,
and sends nothing. \`oware trigger\` refuses to run there.

\`oware trigger\` makes the sandbox send real, signed events:

| scenario | what happens |
| --- | --- |
${triggers.join('\n')}

\`oware dev --forward http://127.0.0.1:8080/webhooks\` hands the webhooks to a service that you develop. Where the workers run elsewhere,
\`oware listen --forward\` does the same; point \`OWARE_WEBHOOK_URL\` at the listener.

## Exit codes

| code | meaning |
| --- | --- |
| 0 | Done |
| 1 | Failed: a wrong option, or something that the message names |
| 2 | \`reconcile\` found differences, or could not read everything |
| 3 | The API refused the request: nothing was done |
| 4 | No answer, or the outcome is unknown, also while Oware still works on a request (202) |

With code 4 the message ends with the command to repeat: the one that you ran, with the reference and all fields of the request. It does
nothing twice; \`--data @-\` needs the same input again. A command with another reference would be another payment. The command of
\`oware resolve\` names the review item, its version and an idempotency key.

## Completion

\`\`\`sh
npx oware completion >> ~/.bashrc
\`\`\`

\`npm run docs\` generates this page from \`src/cli/main.ts\` and \`src/cli/triggers.ts\`.
`;
}
