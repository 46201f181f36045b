import { loadClientConnectConfig } from '@temporalio/envconfig';
import { Client, Connection, type ConnectionOptions, type DataConverter } from '@temporalio/client';
import { NativeConnection, type NativeConnectionOptions } from '@temporalio/worker';

/** How to connect to Temporal: address, TLS, API key and namespace by the SDK's own variables. */
export interface TemporalTarget {
  readonly namespace: string;
  readonly connection: NativeConnectionOptions;
}

export const DEFAULT_ADDRESS = '127.0.0.1:7233';

/** Reads Temporal's own environment variables (and its configuration file), as every Temporal tool does. */
export function targetFrom(environment: Record<string, string>): TemporalTarget {
  const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: environment });
  return {
    namespace: namespace ?? 'default',
    connection: { address: DEFAULT_ADDRESS, ...connectionOptions },
  };
}

/** gRPC's own maximum is two minutes: after a long outage the api would refuse requests for that long. */
const RECONNECTING = { 'grpc.max_reconnect_backoff_ms': 5_000 };

export async function connectClient(target: TemporalTarget, dataConverter: DataConverter): Promise<Client> {
  const options = target.connection as ConnectionOptions;
  const connection = await Connection.connect({
    connectTimeout: '10s',
    ...options,
    channelArgs: { ...RECONNECTING, ...options.channelArgs },
  });
  return new Client({ connection, namespace: target.namespace, dataConverter });
}

/** Connects with its first call, so the server may start later. */
export function connectLazily(target: TemporalTarget, dataConverter: DataConverter): Client {
  const connection = Connection.lazy(target.connection);
  return new Client({ connection, namespace: target.namespace, dataConverter });
}

/**
 * A client whose requests the SDK's native part sends. It needs less processor time than the other, and repeats
 * failed requests without regard to the caller's deadline: for requests that are many and small.
 */
export async function connectNativeClient(
  target: TemporalTarget,
  dataConverter: DataConverter,
): Promise<Client> {
  // compression would cost more than it saves
  const options = { ...target.connection, grpcCompression: { codec: 'none' } as const };
  const connection = await NativeConnection.connect(options);
  return new Client({ connection, namespace: target.namespace, dataConverter });
}

export async function connectWorker(target: TemporalTarget): Promise<NativeConnection> {
  return NativeConnection.connect(target.connection);
}
