import cluster from 'node:cluster';
import { rateLimitOptions } from '../http/app.js';
import { type Listening, serve } from '../server.js';
import type { Service } from '../service/service.js';
import type { Assignment, PrimaryCalls, WorkerCalls } from './calls.js';
import { Channel } from './channel.js';
import { partOf, remoteRates, remoteSemaphores } from './worker-side.js';

// A worker of `serve --processes`: the primary starts this file, and says what to do.

let stop: (reason: string) => void = () => {};
const stopped = new Promise<string>((resolve) => {
  stop = resolve;
});
let serving: { readonly service: Service; readonly listening: Listening } | undefined;

const channel = new Channel<WorkerCalls, PrimaryCalls>((batch) => process.send?.(batch, undefined, {}, () => {}), {
  serve: (assignment) =>
    new Promise((resolve, reject) => {
      run(assignment, resolve).then(end, (error) => {
        reject(error);
        process.exitCode = 1;
        // The answer is on its way first.
        setImmediate(end);
      });
    }),
  health: async () => (await started()).service.health(),
  metrics: async () => (await started()).listening.figures(),
  stop: async () => {
    stop('stop');
    return null;
  },
});
process.on('message', (message: object) => channel.receive(message));
// Without a primary there is nothing to do.
channel.ask('hello', null).catch(() => end());

async function run(assignment: Assignment, onListening: (listening: Listening) => void): Promise<void> {
  const { number, count, doesChores, config, data } = assignment;
  const member = {
    number,
    doesChores,
    rates: remoteRates(channel, rateLimitOptions(config)),
    semaphores: remoteSemaphores(channel),
    health: () => channel.ask('health', null),
    stopped,
  };
  const listen = async (service: Service, listening: Listening): Promise<void> => {
    serving = { service, listening };
    onListening(listening);
  };
  await serve(partOf(config, count), data, listen, member);
}

async function started() {
  if (serving === undefined) throw new Error('This process does not serve yet.');
  return serving;
}

/** What is still to be written, the log say, is: the process ends by itself then. */
function end(): void {
  setImmediate(() => cluster.worker?.disconnect());
}
