import { expect, it } from 'vitest';
import { childPlans } from '../../../src/cli/dev/child-plans.js';
import { readConfig } from '../../../src/config/config.js';

const FOREIGN = {
  PATH: '/bin',
  HOME: '/home/ada',
  AWS_SECRET_ACCESS_KEY: 'of another tool',
  GITHUB_TOKEN: 'of another tool',
  TEMPORAL_API_KEY: 'of the cluster',
  OWARE_LOG_LEVEL: 'debug',
  OWARE_GATEWAY_SECRET_KEY: 'of the user',
  OWARE_RETURN_KEY: 'of the user, and long enough',
};

function plansOf(environment: Record<string, string>) {
  const plans = childPlans({
    config: readConfig(environment),
    environment,
    state: {
      folder: '',
      keys: {
        apiKey: 'a',
        approverKey: 'b',
        grantKey: 'c',
        webhookSecret: 'whsec_of-this-set-up',
        returnKey: 'return-key-of-this-set-up',
        customerHashKey: 'customer-key-of-this-set-up',
      },
      apiKeysFile: 'keys.json',
      grantKeysFile: 'grant-keys.json',
      temporalDb: '',
      sandboxState: '',
      devJson: '',
    },
    temporalAddress: '127.0.0.1:7233',
    gateway: {
      url: 'http://127.0.0.1:3001',
      apiKey: 'MK_TEST_1',
      secretKey: 'of the sandbox',
      contractCode: '1',
      wallet: '8000000001',
    },
  });
  return Object.fromEntries(plans.map(({ name, env }) => [name, env]));
}

it('children of oware dev get the variables that they need, and no keys of other tools', () => {
  for (const env of Object.values(plansOf(FOREIGN))) {
    expect(env).toMatchObject({ PATH: '/bin', HOME: '/home/ada', OWARE_LOG_LEVEL: 'debug' });
    expect(Object.keys(env)).not.toContain('AWS_SECRET_ACCESS_KEY');
    expect(Object.keys(env)).not.toContain('GITHUB_TOKEN');
  }
});

it('each child gets only its own secrets; the others are empty even where .env sets them', () => {
  const { sandbox, worker, api, merchant } = plansOf(FOREIGN);
  expect(worker).toMatchObject({
    OWARE_GATEWAY_SECRET_KEY: 'of the sandbox',
    OWARE_WEBHOOK_SECRET: 'whsec_of-this-set-up',
    TEMPORAL_API_KEY: 'of the cluster',
  });
  expect(api).toMatchObject({ OWARE_GATEWAY_SECRET_KEY: 'of the sandbox', OWARE_WEBHOOK_SECRET: '' });
  expect(sandbox).toMatchObject({
    OWARE_GATEWAY_SECRET_KEY: '',
    OWARE_WEBHOOK_SECRET: '',
    OWARE_RETURN_KEY: '',
  });
  expect(merchant).toMatchObject({
    OWARE_WEBHOOK_SECRET: 'whsec_of-this-set-up',
    OWARE_GATEWAY_SECRET_KEY: '',
  });
  expect(merchant).not.toHaveProperty('TEMPORAL_API_KEY');
});

it('worker and api share one generated key for return URLs', () => {
  const { worker, api } = plansOf({ PATH: '/bin' });
  expect(worker!.OWARE_RETURN_KEY).toBe('return-key-of-this-set-up');
  expect(api!.OWARE_RETURN_KEY).toBe('return-key-of-this-set-up');
});

it('worker and api share the keys of grants, unless the user sets their own; others get no generated ones', () => {
  const { worker, api, sandbox, merchant } = plansOf({ PATH: '/bin' });
  for (const env of [worker, api]) expect(env).toMatchObject({ OWARE_GRANT_KEYS_FILE: 'grant-keys.json' });
  for (const env of [sandbox, merchant]) expect(env).not.toHaveProperty('OWARE_GRANT_KEYS_FILE');
  const own = plansOf({ PATH: '/bin', OWARE_GRANT_KEYS_FILE: 'own.json' });
  for (const env of [own.worker, own.api]) expect(env).toMatchObject({ OWARE_GRANT_KEYS_FILE: 'own.json' });
});
