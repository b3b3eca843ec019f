import type { Actor } from '../../src/operations/engine/access.js';
import type { Call, Result } from '../../src/operations/engine/call.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { approveProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { showProposal, submitProposal } from '../../src/operations/proposals/proposals.js';
import type { TestBrand } from './brand.js';

type Brand = Pick<TestBrand, 'service'> & { readonly slug: string };

export const person = (id: string, role: 'viewer' | 'editor' | 'admin'): Actor => {
  return { kind: 'person', id, name: id, role, rights: role === 'viewer' ? ['read'] : ['read', 'write'] };
};

export const writer = { kind: 'key', id: 'k1', name: 'Editor', rights: ['read', 'write'] } as const satisfies Actor;
export const editor = person('edith', 'editor');

export type Said = Partial<Pick<Call, 'proposal' | 'actor' | 'idempotencyKey' | 'requestId'>> & {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
};

/** Runs an operation on the brand, or in a proposal. */
export function run<Value>(brand: Brand, operation: Operation<Value>, said: Said = {}): Promise<Result<Value>> {
  const { params = {}, body, actor = writer, ...more } = said;
  const call = { slug: brand.slug, actor, via: 'backend' as const, requestId: 'r1', precondition: null, ...more };
  return brand.service.run(operation, call, { ...noInput, params, body });
}

export const paramsOf = (number: number) => ({ proposal: String(number) });

export async function details(brand: Brand, number: number, actor: Actor = editor) {
  return (await run(brand, showProposal, { params: paramsOf(number), actor })).value;
}

/** Approves a proposal as it is now, after sending it for review. */
export async function approve(brand: Brand, number: number, actor: Actor = editor): Promise<void> {
  const params = paramsOf(number);
  const { state, result } = await details(brand, number);
  if (state === 'draft') await run(brand, submitProposal, { params, actor: editor });
  await run(brand, approveProposal, { params, actor, body: { result } });
}

export async function merge(brand: Brand, number: number, parts?: readonly object[]) {
  return run(brand, mergeProposal, {
    params: paramsOf(number),
    actor: editor,
    body: parts === undefined ? {} : { parts },
  });
}
