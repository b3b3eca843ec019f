import { afterEach, beforeEach, expect, test } from 'vitest';
import { proposalLimits } from '../../src/content/proposals/format.js';
import { createPage, listPages } from '../../src/operations/pages.js';
import { createProposal, withdrawProposal } from '../../src/operations/proposals/proposals.js';
import { TestBrand } from '../support/brand.js';
import { headOf } from '../support/commits.js';
import { approve, details, merge, paramsOf, person, run } from '../support/proposals.js';

let brand: TestBrand;

beforeEach(async () => {
  brand = await TestBrand.create();
});

afterEach(() => brand.close());

const page = async (title: string, proposal: number | 'new') =>
  (await run(brand, createPage, { body: { title }, proposal })).proposal ?? 0;

test('an author has a number of open proposals, and a closed one makes room', async () => {
  const begin = () => run(brand, createProposal, { body: { title: 'One' } });
  for (let count = 0; count < proposalLimits.openPerAuthor; count += 1) await begin();
  await expect(begin()).rejects.toMatchObject({ code: 'invalid', fields: { proposal: [expect.any(String)] } });
  await expect(page('Page', 'new')).rejects.toMatchObject({ code: 'invalid' });
  await run(brand, withdrawProposal, { params: paramsOf(1) });
  await expect(page('Late', 1)).rejects.toMatchObject({ code: 'invalid' });
  expect((await begin()).value.number).toBe(proposalLimits.openPerAuthor + 1);
});

test('a hundred pages are one commit', async () => {
  const n = await page('Page 0', 'new');
  for (let at = 1; at < 100; at += 1) await page(`Page ${at}`, n);
  await approve(brand, n);
  const before = headOf(brand.gitdir, brand.fs);
  await merge(brand, n);
  const { versions } = await brand.service.openBrand('acme');
  expect(await versions.parentOf(headOf(brand.gitdir, brand.fs))).toBe(before);
  const pages = (await run(brand, listPages)).value.map(({ id, title }) => [id, title]);
  expect(pages).toEqual(Array.from({ length: 100 }, (_, at) => [at + 1, `Page ${at}`]));
});

test('where admins approve, an editor neither approves nor publishes', async () => {
  await brand.service.setBrandSettings('acme', { approvers: 'admins' });
  const n = await page('Page', 'new');
  await expect(approve(brand, n)).rejects.toMatchObject({ code: 'forbidden' });
  await approve(brand, n, person('ada', 'admin'));
  await expect(merge(brand, n)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await details(brand, n)).state).toBe('approved');
});
