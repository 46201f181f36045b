import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config.js';
import { kobo, showNaira } from '../../domain/money.js';
import { testCards } from '../../sandbox/collections/test-cards.js';
import { createSandbox } from '../../sandbox/sandbox.js';
import { jsonOption, print, showTable } from '../table.js';

interface Options {
  readonly json: boolean;
  readonly state?: string;
  readonly seed?: string;
}

/** Reads the state that a sandbox keeps, or what a new one would begin with. */
export const merchantsCommand: CommandModule<object, Options> = {
  command: 'merchants',
  describe: 'Print the merchants of a sandbox with their keys',
  builder: (args) => args.options(jsonOption),
  handler: async ({ json, state, seed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'oware-sandbox-'));
    const kept = state ?? readConfig(readEnvironment()).sandboxState;
    const stateFile = join(folder, 'state.jsonl');
    // a copy, because a sandbox that is running writes into its own
    if (kept !== undefined && existsSync(kept)) copyFileSync(kept, stateFile);
    const sandbox = createSandbox({ stateFile, ...(seed !== undefined && { seed }) });
    print(sandbox.merchants.list(), json, (merchants) =>
      showTable(
        ['merchant', 'API key', 'secret key', 'contract', 'wallet account', 'wallet'],
        merchants.map(({ id, name, apiKey, secretKey, contractCode, walletAccountNumber }) => [
          name,
          apiKey,
          secretKey,
          contractCode,
          walletAccountNumber,
          showNaira(kobo(sandbox.ledger.balance(`wallet:${id}`))),
        ]),
      ),
    );
    await sandbox.close();
    rmSync(folder, { recursive: true });
  },
};

export const cardsCommand: CommandModule<object, Options> = {
  command: 'cards',
  describe: 'Print the test cards and what each of them does',
  builder: (args) => args.options(jsonOption),
  handler: ({ json }) =>
    print(testCards(), json, (cards) =>
      showTable(
        ['card', 'what it does', 'expiry', 'CVV', 'PIN', 'OTP'],
        cards.map((card) => [card.number, card.description, card.expiry, card.cvv, card.pin, card.otp ?? '']),
      ),
    ),
};
