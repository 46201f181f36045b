import { fileURLToPath } from 'node:url';
import type { Config, Environment } from '../../config/config.js';
import { childEnvironment, temporalVariables } from './child-environment.js';
import type { ChildPlan } from './child-program.js';
import type { DevState } from './dev-state.js';

const OWARE = fileURLToPath(new URL('../../../../bin/oware.js', import.meta.url));

export interface GatewayAccess {
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
  readonly wallet: string;
}

export interface DevSetup {
  readonly config: Config;
  readonly environment: Environment;
  readonly state: DevState;
  readonly forward?: string | undefined;
  readonly temporalAddress: string;
  readonly gateway: GatewayAccess;
}

export function addressesOf({ host, apiPort, sandboxPort, workerPort, merchantPort }: Config) {
  const at = (port: number) => `http://${host}:${port}`;
  return {
    api: at(apiPort),
    sandbox: at(sandboxPort),
    worker: at(workerPort),
    merchant: at(merchantPort),
    webhook: `${at(apiPort)}/webhooks/gateway`,
    webhooks: `${at(merchantPort)}/webhooks`,
  };
}

/** Each process gets only the settings that it needs. The api gets the gateway's keys, for its vault. */
export function childPlans(setup: DevSetup): ChildPlan[] {
  const { config, environment, state, forward, temporalAddress, gateway } = setup;
  const at = addressesOf(config);
  const plan = planner(environment);
  const temporal = { ...temporalVariables(environment), TEMPORAL_ADDRESS: temporalAddress };
  const webhookSecret = { OWARE_WEBHOOK_SECRET: state.keys.webhookSecret };
  const secretKey = { OWARE_GATEWAY_SECRET_KEY: gateway.secretKey };
  const webhookUrl = config.webhookUrl ?? at.webhooks;
  const returns = {
    OWARE_PUBLIC_URL: config.publicUrl ?? at.api,
    OWARE_RETURN_KEY: config.returnKey ?? state.keys.returnKey,
  };
  const grantKeys = { OWARE_GRANT_KEYS_FILE: config.grantKeysFile ?? state.grantKeysFile };
  const customerHash = { OWARE_CUSTOMER_HASH_KEY: config.customerHashKey ?? state.keys.customerHashKey };
  const login = {
    ...secretKey,
    OWARE_GATEWAY_URL: gateway.url,
    OWARE_GATEWAY_API_KEY: gateway.apiKey,
    OWARE_GATEWAY_CONTRACT: gateway.contractCode,
    OWARE_GATEWAY_WALLET: gateway.wallet,
  };
  return [
    plan('sandbox', `${at.sandbox}/health`, {
      ...temporal,
      OWARE_SANDBOX_MOVES_WORKFLOWS: 'true',
      OWARE_SANDBOX_STATE: config.sandboxState ?? state.sandboxState,
      OWARE_SANDBOX_WEBHOOK_URL: config.sandboxWebhookUrl ?? at.webhook,
    }),
    plan('worker', `${at.worker}/ready`, {
      ...temporal,
      ...login,
      ...returns,
      ...grantKeys,
      ...customerHash,
      OWARE_WEBHOOK_URL: webhookUrl,
      ...webhookSecret,
    }),
    plan('api', `${at.api}/ready`, {
      ...temporal,
      ...login,
      ...returns,
      ...grantKeys,
      ...customerHash,
      OWARE_GATEWAY_OLD_SECRET_KEY: config.gatewayOldSecretKey ?? '',
      OWARE_API_KEYS_FILE: config.apiKeysFile ?? state.apiKeysFile,
    }),
    plan('merchant', `${at.merchant}/health`, webhookSecret, [
      'listen',
      ...(forward === undefined ? [] : ['--forward', forward]),
    ]),
  ];
}

function planner(environment: Environment) {
  return (name: string, healthUrl: string, env: Environment, args = [name]): ChildPlan => ({
    name,
    command: process.execPath,
    args: [OWARE, ...args],
    env: { ...childEnvironment(environment), OWARE_LOG_FORMAT: 'pretty', ...env },
    healthUrl,
  });
}
