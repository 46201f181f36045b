import {
  Client,
  credentials,
  type GrpcObject,
  type handleUnaryCall,
  Server,
  ServerCredentials,
} from '@grpc/grpc-js';
import { temporal } from '@temporalio/proto';

const messages = temporal.api.workflowservice.v1;
const { PollWorkflowTaskQueueResponse } = messages;

/** Messages pass as they are. */
const asIs = (bytes: Buffer) => bytes;
const METHODS = Object.keys(messages)
  .filter((name) => name.endsWith('Request'))
  .map((name) => name.replace(/Request$/, ''));

/** Passes calls on to a Temporal server. Workers that use it see a server whose clock can be set back. */
export async function createSetBackServer(address: string) {
  const clock = { since: Infinity, byMs: 0 };
  const far = new Client(address, credentials.createInsecure(), { 'grpc.max_receive_message_length': -1 });
  const server = new Server({
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  const serializers = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  for (const method of METHODS) {
    const path = `/temporal.api.workflowservice.v1.WorkflowService/${method}`;
    const pass: handleUnaryCall<Buffer, Buffer> = (call, reply) => {
      const options = { deadline: call.getDeadline() };
      const passed = far.makeUnaryRequest<Buffer, Buffer>(
        path,
        asIs,
        asIs,
        call.request,
        call.metadata.clone(),
        options,
        (error, bytes) => {
          reply(error, bytes && method === 'PollWorkflowTaskQueue' ? withClock(bytes) : bytes);
        },
      );
      call.on('cancelled', () => passed.cancel());
    };
    const definition = { [method]: { path, requestStream: false, responseStream: false, ...serializers } };
    server.addService(definition, { [method]: pass } as unknown as GrpcObject as never);
  }

  function withClock(bytes: Buffer): Buffer {
    const task = PollWorkflowTaskQueueResponse.decode(bytes);
    for (const event of task.history?.events ?? []) {
      const at = Number(event.eventTime?.seconds) * 1_000 + (event.eventTime?.nanos ?? 0) / 1e6;
      if (at < clock.since) continue;
      const shown = at - clock.byMs;
      event.eventTime = {
        seconds: Math.floor(shown / 1_000) as never,
        nanos: Math.round((shown % 1_000) * 1e6),
      };
    }
    return Buffer.from(PollWorkflowTaskQueueResponse.encode(task).finish());
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    /** From now on its events are so much older. */
    setBack: (ms: number) => Object.assign(clock, { since: Date.now(), byMs: ms }),
    close(): void {
      server.forceShutdown();
      far.close();
    },
  };
}
