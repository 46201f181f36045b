import type { Response } from 'express';
import { z } from 'zod';
import type { OwareClient } from '../../client/client.js';
import type { RecordKind, RecordTerms } from '../../domain/gateway-record.js';
import type { Scope } from '../bearer.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { parse } from '../../requests/parse.js';
import { createdRecord } from '../views/gateway-record.js';
import { Problem, referenceConflict } from '../../requests/problem.js';
import { setLogLifecycle } from '../request-log.js';
import {
  accountNumber,
  bankCode,
  dateOfBirth,
  elevenDigits,
  email,
  name,
  reference,
  requireReference,
} from '../../requests/fields.js';
import { naira } from '../../requests/naira.js';
import { percentage } from '../../requests/split.js';

const subAccount = z.strictObject({
  reference: reference.optional(),
  bankCode,
  accountNumber,
  email,
  splitPercentage: percentage,
});

const limitProfile = z.strictObject({
  reference: reference.optional(),
  name,
  singleTransaction: naira,
  dailyTransaction: naira,
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
export function gatewayRecordRoutes({ createRecord }: Pick<OwareClient, 'createRecord'>): Routes {
  const routes = createRoutes();
  function post<Kind extends RecordKind>(
    path: `/${string}`,
    { kind, body, read, scope }: { kind: Kind; body: z.ZodType; read: Read<Kind>; scope: Scope },
  ): void {
    routes.post(
      path,
      {
        summary: `Create a ${kind.replaceAll('-', ' ')} at the gateway`,
        detail: 'A repeat with the same reference and the same terms gets the same record.',
        scope,
        body,
        takesKey: true,
        replies: { 201: { about: 'The record; a repeat gets it again', schema: createdRecord } },
        problems: ['reference-conflict', 'refused'],
      },
      async (request, response) => {
        const terms = read(request.body, request.get('idempotency-key'));
        setLogLifecycle(response, { lifecycle: kind, reference: terms.reference });
        reply(response, terms.reference, await createRecord({ kind, terms }));
      },
    );
  }
  post('/sub-accounts', { kind: 'sub-account', body: subAccount, read: readSubAccount, scope: 'operate' });
  post('/limit-profiles', {
    kind: 'limit-profile',
    body: limitProfile,
    read: readLimitProfile,
    scope: 'operate',
  });
  post('/wallets', { kind: 'wallet', body: wallet, read: readWallet, scope: 'collect' });
  return routes;
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
    case 'reference-conflict':
      throw referenceConflict(reference, answer.differences);
  }
}

const readSubAccount: Read<'sub-account'> = (body, key) => {
  const { reference, ...terms } = parse(subAccount, body);
  return { reference: requireReference(reference, key), ...terms };
};

const readLimitProfile: Read<'limit-profile'> = (body, key) => {
  const { reference, singleTransaction, dailyTransaction, ...terms } = parse(limitProfile, body);
  return {
    reference: requireReference(reference, key),
    ...terms,
    singleTransactionKobo: singleTransaction,
    dailyTransactionKobo: dailyTransaction,
  };
};

const readWallet: Read<'wallet'> = (body, key) => {
  const { reference, ...terms } = parse(wallet, body);
  return { reference: requireReference(reference, key), ...terms };
};
