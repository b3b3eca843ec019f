import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describeRequest, Fuzzer } from '../../fuzz/fuzzer.js';
import type { FuzzedOperation } from '../../fuzz/generate.js';
import type { FuzzRequest } from '../../fuzz/request.js';
import type { Worker, World } from '../world.js';

const name = 'made-up requests';
const atOnce = 20;

/** Requests made up from the description, with seeds that no run had before. */
export const fuzz: Worker = {
  name,
  count: 2,
  pauseMs: 120,
  start(world) {
    let fuzzer: Fuzzer | undefined;
    let batch: { request: FuzzRequest; from: string }[] = [];
    return async () => {
      fuzzer ??= await open(world);
      if (batch.length === 0) batch = makeUp(world, world.pick(fuzzer.operations));
      const next = batch.pop();
      if (next !== undefined) await tryOne(world, fuzzer, next.request, next.from);
    };
  },
};

async function open(world: World): Promise<Fuzzer> {
  const document = await (await fetch(`${world.url}/api/v1/openapi.json`)).json();
  const { keys } = world.brands.northlight;
  const target = { keys, document, timeoutMs: 60_000, port: 0 };
  const fuzzer = new Fuzzer(Object.defineProperty(target, 'port', { get: () => world.port }));
  await fuzzer.explore();
  return fuzzer;
}

function makeUp(world: World, operation: FuzzedOperation): { request: FuzzRequest; from: string }[] {
  const seed = world.random(2 ** 31);
  const requests = fc.sample(operation.requests, { seed, numRuns: atOnce });
  return requests.map((request, at) => ({ request, from: `${operation.name}, seed ${seed}, request ${at}` }));
}

async function tryOne(world: World, fuzzer: Fuzzer, request: FuzzRequest, from: string): Promise<void> {
  const { tally, brands, ends } = world;
  const tried = await fuzzer.send(request, randomUUID());
  const { outcome } = tried;
  tally.input(request.input);
  if (world.ends > ends && typeof outcome === 'string') throw new Error(outcome);
  if (typeof outcome === 'string') {
    tally.count(name, outcome);
  } else {
    if (outcome.status === 503 && outcome.headers.has('retry-after')) {
      tally.count(name, 503);
      return;
    }
    world.judge(name, outcome, `${from}\n${describeRequest(tried)}`);
    if (outcome.status >= 500) return;
    brands.northlight.ledger.refused(outcome.headers.get('x-request-id') ?? '', outcome.status);
  }
  try {
    fuzzer.judge(tried);
  } catch (error) {
    tally.problem(`${name}: ${(error as Error).message}\n${from}\n${describeRequest(tried)}`);
  }
}
