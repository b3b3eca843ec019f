import { Readable } from 'node:stream';
import type { StoredMedium } from '../../src/content/media.js';
import type { Actor } from '../../src/operations/engine/access.js';
import type { Call, Result } from '../../src/operations/engine/call.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { type SentFile, storeFile } from '../../src/service/files/uploads.js';
import { editor, type TestBrand } from './brand.js';

export const operator = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] } as const;

export function callOf(actor: Actor = editor, more: Partial<Call> = {}): Call {
  return { slug: 'acme', actor, via: 'rest', requestId: 'r1', precondition: null, ...more };
}

/** Uploads a file, or replaces one, by the road that every way in takes. */
export function upload(
  { service }: Pick<TestBrand, 'service'>,
  content: string | Buffer,
  sent: Partial<SentFile> = {},
  call: Call = callOf(),
): Promise<Result<StoredMedium>> {
  return storeFile(service, call, Readable.from(Buffer.from(content)), { name: 'logo.svg', ...sent });
}

export async function run<Value>(
  { service }: TestBrand,
  operation: Operation<Value>,
  params: Record<string, string> = {},
  body: unknown = {},
  call: Call = callOf(operator),
): Promise<Value> {
  return (await service.run(operation, call, { ...noInput, params, body })).value;
}
