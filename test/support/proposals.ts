import type { Actor } from '../../src/operations/engine/access.js';
import type { Call, Result } from '../../src/operations/engine/call.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { createPage, listPages, showPage, updatePage } from '../../src/operations/pages.js';
import { approveProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { showProposal, submitProposal } from '../../src/operations/proposals/proposals.js';
import type { TestBrand } from './brand.js';
import { headOf } from './commits.js';

type Brand = Pick<TestBrand, 'service'> & { readonly slug: string };

export const person = (id: string, role: 'viewer' | 'editor' | 'admin'): Actor => {
  return { kind: 'person', id, name: id, role, rights: role === 'viewer' ? ['read'] : ['read', 'write'] };
};

export const writer = { kind: 'key', id: 'k1', name: 'Editor', rights: ['read', 'write'] } as const satisfies Actor;
export const editor = person('edith', 'editor');

export type Said = Partial<Pick<Call, 'proposal' | 'actor' | 'idempotencyKey' | 'requestId'>> & {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
};

/** Runs an operation on the brand, or in a proposal. */
export function run<Value>(brand: Brand, operation: Operation<Value>, said: Said = {}): Promise<Result<Value>> {
  const { params = {}, body, query = {}, actor = writer, ...more } = said;
  const call = { slug: brand.slug, actor, via: 'backend' as const, requestId: 'r1', precondition: null, ...more };
  return brand.service.run(operation, call, { ...noInput, params, body, query });
}

export const block = (html: string) => ({ type: 'rich_text', data: { html: `<p>${html}</p>` } });
export const idOf = (id: number) => ({ page: String(id) });

/** Makes a page, in a proposal if one is named. @returns the number of that, too */
export async function makePage(brand: Brand, fields: object = {}, proposal?: number | 'new') {
  const made = await run(brand, createPage, { body: { title: 'Page', ...fields }, proposal });
  return { ...made.value, n: made.proposal ?? 0 };
}

/** Renames a page, in a proposal if one is named. @returns the number of that */
export async function renamePage(brand: Brand, id: number, title: string, proposal?: number | 'new') {
  return (await run(brand, updatePage, { params: idOf(id), body: { title }, proposal })).proposal ?? 0;
}

/** As who reviews sees it. */
export const readPage = async (brand: Brand, id: number, proposal?: number) =>
  (await run(brand, showPage, { params: idOf(id), actor: editor, proposal })).value;

export const pagesOf = async (brand: Brand) => (await run(brand, listPages)).value;

/** When a proposal is to be published, in so many minutes. */
export const inMinutes = ({ clock }: Pick<TestBrand, 'clock'>, minutes: number): string =>
  new Date(clock.read().getTime() + minutes * 60_000).toISOString();

export const system = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read', 'write'] } as const;

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
  return run(brand, mergeProposal, { params: paramsOf(number), actor: editor, body: parts ? { parts } : {} });
}

/** Approves a proposal as it is now, and publishes it. */
export async function publish(brand: Brand, number: number) {
  await approve(brand, number);
  return merge(brand, number);
}

/** The same on one brand. */
export const onBrand = (brand: () => TestBrand) => ({
  run: <Value>(operation: Operation<Value>, said?: Said) => run(brand(), operation, said),
  page: (fields?: object, proposal?: number | 'new') => makePage(brand(), fields, proposal),
  rename: (id: number, title: string, proposal?: number | 'new') => renamePage(brand(), id, title, proposal),
  read: (id: number, proposal?: number) => readPage(brand(), id, proposal),
  pages: () => pagesOf(brand()),
  details: (number: number) => details(brand(), number),
  approve: (number: number, actor?: Actor) => approve(brand(), number, actor),
  merge: (number: number, parts?: readonly object[]) => merge(brand(), number, parts),
  publish: (number: number) => publish(brand(), number),
  inMinutes: (minutes: number) => inMinutes(brand(), minutes),
  head: () => headOf(brand().gitdir, brand().fs),
});
