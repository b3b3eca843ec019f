import { afterEach, beforeEach, expect, test } from 'vitest';
import { proposalLimits } from '../../src/content/proposals/format.js';
import { createPage } from '../../src/operations/pages.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { createProposal } from '../../src/operations/proposals/proposals.js';
import { TestBrand } from '../support/brand.js';
import { paramsOf, person, run } from '../support/proposals.js';

let brand: TestBrand;

beforeEach(async () => {
  brand = await TestBrand.create();
});

afterEach(() => brand.close());

const page = async (title: string, proposal: number | 'new') =>
  (await run(brand, createPage, { body: { title }, proposal })).proposal ?? 0;

test('a brand has a number of open proposals, whoever wrote them', async () => {
  const begin = (by: number) =>
    run(brand, createProposal, { body: { title: 'One' }, actor: person(`p${by}`, 'editor') });
  const { openPerBrand, openPerAuthor } = proposalLimits;
  for (let count = 0; count < openPerBrand; count += 1) await begin(Math.floor(count / openPerAuthor));
  await expect(begin(openPerBrand)).rejects.toMatchObject({
    code: 'invalid',
    fields: { proposal: [expect.any(String)] },
  });
});

test('a proposal has a number of files', async () => {
  const n = await page('Page', 'new');
  for (let count = 1; count < proposalLimits.files; count += 1) await page('Page', n);
  const fields = { proposal: ['A proposal changes at most 200 files.'] };
  await expect(page('Page', n)).rejects.toMatchObject({ code: 'invalid', fields });
});

test('a proposal has a number of comments', async () => {
  const params = paramsOf((await run(brand, createProposal, { body: { title: 'One' } })).value.number);
  const comment = () => run(brand, addComment, { params, body: { text: 'So it is.' } });
  for (let count = 0; count < proposalLimits.comments; count += 1) await comment();
  const fields = { text: ['A proposal has at most 500 comments.'] };
  await expect(comment()).rejects.toMatchObject({ code: 'invalid', fields });
});
