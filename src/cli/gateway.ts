import { readFileSync } from 'node:fs';
import { type Config, ConfigError, requireSettings } from '../config/config.js';
import { createGatewayClient, type GatewayClient } from '../gateway/http/client.js';
import { isEndpointName } from '../gateway/endpoints.js';
import { MixedEnvironment, refuseMixedEnvironment } from '../gateway/http/environment.js';
import type { GatewayMeter } from '../gateway/http/meter.js';
import { BadProfile, createProfile, type Profile } from '../gateway/spec/profile.js';
import type { GatewayLog } from '../gateway/http/trace.js';
import { withActivity } from './activity-log.js';

export function gatewayProfile({ gatewayProfile, gatewayAssumptions }: Config): Profile {
  try {
    return createProfile(gatewayProfile, gatewayAssumptions);
  } catch (error) {
    if (!(error instanceof BadProfile)) throw error;
    throw new ConfigError([`OWARE_GATEWAY_ASSUMPTIONS: ${error.message}`]);
  }
}

/** Creates the gateway client; refuses a mix of live and sandbox settings. */
export function openGateway(given: Config, log: GatewayLog, meter?: GatewayMeter): GatewayClient {
  const config = requireSettings(given, 'gatewayApiKey', 'gatewaySecretKey', 'gatewayContract');
  refuseMixture(config);
  return createGatewayClient({
    baseUrl: config.gatewayUrl,
    apiKey: config.gatewayApiKey,
    secretKey: config.gatewaySecretKey,
    contractCode: config.gatewayContract,
    wallet: config.gatewayWallet,
    profile: gatewayProfile(config),
    paths: knownPaths(config),
    proxyUrl: config.gatewayProxy,
    ca: config.gatewayCaFile === undefined ? undefined : readCertificates(config.gatewayCaFile),
    log: withActivity(log),
    meter,
  });
}

/** Refuses a mix of live and sandbox settings. A process without a gateway API key makes no calls and is not checked. */
export function refuseMixture({
  gatewayMode: mode,
  gatewayApiKey: apiKey,
  gatewayUrl: baseUrl,
}: Config): void {
  if (apiKey === undefined) return;
  try {
    refuseMixedEnvironment({ mode, apiKey, baseUrl });
  } catch (error) {
    if (!(error instanceof MixedEnvironment)) throw error;
    throw new ConfigError([`OWARE_GATEWAY_MODE, _URL, _API_KEY: ${error.message}`]);
  }
}

function knownPaths({ gatewayPaths }: Config): Readonly<Record<string, string>> {
  const unknown = Object.keys(gatewayPaths).filter((name) => !isEndpointName(name));
  if (unknown.length === 0) return gatewayPaths;
  throw new ConfigError(
    unknown.map((name) => `OWARE_GATEWAY_PATHS: unknown endpoint '${name}'. Run \`oware endpoints\`.`),
  );
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`OWARE_GATEWAY_CA_FILE: ${(error as Error).message}`]);
  }
}
