import { type Response, Router } from 'express';
import { z } from 'zod';
import type { OwareClient } from '../../client/client.js';
import type { RecordKind, RecordTerms } from '../../domain/gateway-record.js';
import { fromNaira, MoneyError, type Kobo, type Percent, percent } from '../../domain/money.js';
import { invalid, parse } from '../parse.js';
import { Problem } from '../problem.js';
import { setLogLifecycle } from '../request-log.js';
import {
  accountNumber,
  bankCode,
  dateOfBirth,
  elevenDigits,
  email,
  name,
  NOT_NAIRA,
  reference,
  requireReference,
} from '../request-fields.js';

const subAccount = z.strictObject({
  reference: reference.optional(),
  bankCode,
  accountNumber,
  email,
  splitPercentage: z.string('must be a string, such as "12.5"'),
});

const limitProfile = z.strictObject({
  reference: reference.optional(),
  name,
  singleTransaction: z.string(NOT_NAIRA),
  dailyTransaction: z.string(NOT_NAIRA),
  dailyTransactions: z.int().min(1).max(1_000_000),
});

const wallet = z.strictObject({
  reference: reference.optional(),
  name,
  customer: z.strictObject({ name, email }),
  bvn: elevenDigits,
  bvnDateOfBirth: dateOfBirth,
});

type Read<Kind extends RecordKind> = (body: unknown, key: string | undefined) => RecordTerms[Kind];

/** Records that are created once at the gateway: sub-accounts, limit profiles, wallets of customers. */
export function gatewayRecordRoutes({ createRecord }: Pick<OwareClient, 'createRecord'>): Router {
  const router = Router();
  function post<Kind extends RecordKind>(path: string, kind: Kind, read: Read<Kind>): void {
    router.post(path, async (request, response) => {
      const terms = read(request.body, request.get('idempotency-key'));
      setLogLifecycle(response, { lifecycle: kind, reference: terms.reference });
      reply(response, terms.reference, await createRecord({ kind, terms }));
    });
  }
  post('/sub-accounts', 'sub-account', readSubAccount);
  post('/limit-profiles', 'limit-profile', readLimitProfile);
  post('/wallets', 'wallet', readWallet);
  return router;
}

function reply(
  response: Response,
  reference: string,
  answer: Awaited<ReturnType<OwareClient['createRecord']>>,
): void {
  switch (answer.kind) {
    case 'created':
      response.status(201).json({ reference, ...answer.record });
      return;
    case 'refused':
      throw new Problem('refused', answer.reason);
    case 'reference-conflict': {
      const { differences } = answer;
      const detail = `Reference ${reference} already exists with different terms: ${differences.join(', ')}.`;
      throw new Problem('reference-conflict', detail, { differences });
    }
  }
}

const readSubAccount: Read<'sub-account'> = (body, key) => {
  const { reference, splitPercentage, ...terms } = parse(subAccount, body);
  return {
    reference: requireReference(reference, key),
    ...terms,
    splitPercentage: money('splitPercentage', (): Percent => percent(splitPercentage)),
  };
};

const readLimitProfile: Read<'limit-profile'> = (body, key) => {
  const { reference, singleTransaction, dailyTransaction, ...terms } = parse(limitProfile, body);
  return {
    reference: requireReference(reference, key),
    ...terms,
    singleTransactionKobo: money('singleTransaction', (): Kobo => fromNaira(singleTransaction)),
    dailyTransactionKobo: money('dailyTransaction', (): Kobo => fromNaira(dailyTransaction)),
  };
};

const readWallet: Read<'wallet'> = (body, key) => {
  const { reference, ...terms } = parse(wallet, body);
  return { reference: requireReference(reference, key), ...terms };
};

/** The original error repeats the given value, which may be anything. */
function money<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw invalid([{ field, message: 'must be a decimal number as a string, such as "2500.00"' }]);
  }
}
