import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { kobo, showNaira } from '../../domain/money.js';
import { testCards } from '../../sandbox/collections/test-cards.js';
import { createSandbox } from '../../sandbox/sandbox.js';
import { jsonOption, print, showTable } from '../table.js';

interface Options {
  readonly json: boolean;
  readonly state?: string;
  readonly seed?: string;
}

/** Lists the merchants of a state file, or those of a new sandbox. */
export const merchantsCommand: CommandModule<object, Options> = {
  command: 'merchants',
  describe: 'List the merchants of a sandbox with their keys',
  builder: (args) => args.options(jsonOption),
  handler: async ({ json, state, seed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'oware-sandbox-'));
    const given = state ?? readConfig(readEnvironment()).sandboxState;
    const stateFile = join(folder, 'state.jsonl');
    // a copy, because a running sandbox writes to its file
    if (given !== undefined && existsSync(given)) copyFileSync(given, stateFile);
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
  describe: 'List the test cards and their behaviour',
  builder: (args) => args.options(jsonOption),
  handler: ({ json }) =>
    print(testCards(), json, (cards) =>
      showTable(
        ['card', 'behaviour', 'expiry', 'CVV', 'PIN', 'OTP'],
        cards.map((card) => [card.number, card.description, card.expiry, card.cvv, card.pin, card.otp ?? '']),
      ),
    ),
};
