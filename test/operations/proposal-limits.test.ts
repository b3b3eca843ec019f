import { beforeEach, expect, test } from 'vitest';
import { proposalPaths } from '../../src/content/proposals/catalog.js';
import { proposalLimits } from '../../src/content/proposals/format.js';
import { encodeJson } from '../../src/lib/json.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { createProposal, withdrawProposal } from '../../src/operations/proposals/proposals.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { block, onBrand, paramsOf } from '../support/proposals.js';
import { change } from '../support/store.js';

let n: number;

brandForEach();
const on = onBrand(() => brand);
const { run, details } = on;
beforeEach(async () => {
  n = (await run(createProposal, { body: { title: 'One' } })).value.number;
});

/** Stores files of the proposals at once, as many writes would. */
async function put(files: Readonly<Record<string, Buffer>>): Promise<void> {
  await (await brand.service.brands.proposals('acme'))?.write(change(files));
}

/** Files by numbers from `from` to `to`. */
const each = (from: number, to: number, file: (at: number) => readonly [string, Buffer]) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => file(from + at)));

/** Further open proposals of the writer, or of one author each. */
async function putOpen(to: number, authorId?: (number: number) => string): Promise<void> {
  const repository = await brand.service.brands.proposals('acme');
  const record = (await repository?.read())?.catalog.byNumber.get(n)?.record;
  const author = (number: number) => ({ ...record?.author, ...(authorId && { id: authorId(number) }) });
  await put(
    each(n + 1, to, (number) => [
      proposalPaths.record(number),
      encodeJson({ ...record, number, author: author(number) }),
    ]),
  );
}

const begin = () => run(createProposal, { body: { title: 'Next' } });
const page = (words = 'word') => on.page({ blocks: [block(words)] }, n);
const refused = (field: string, problem: unknown) => ({ code: 'invalid', fields: { [field]: [problem] } });

test('an author has a number of open proposals, and a closed one makes room', async () => {
  const { openPerAuthor } = proposalLimits;
  await putOpen(openPerAuthor - 1);
  await begin();
  await expect(begin()).rejects.toMatchObject(refused('proposal', expect.any(String)));
  await expect(on.page({}, 'new')).rejects.toMatchObject(refused('proposal', expect.any(String)));
  await run(withdrawProposal, { params: paramsOf(n) });
  expect((await begin()).value.number).toBe(openPerAuthor + 1);
});

test('a brand has a number of open proposals, whoever wrote them', async () => {
  await putOpen(proposalLimits.openPerBrand - 1, (number) => `k${number}`);
  await begin();
  await expect(begin()).rejects.toMatchObject(refused('proposal', expect.any(String)));
});

test('a proposal has a number of files', async () => {
  const { files } = proposalLimits;
  await put(each(1, files - 1, (id) => [proposalPaths.file(n, `colors/${id}.json`), Buffer.from('{}')]));
  await page();
  await expect(page()).rejects.toMatchObject(refused('proposal', 'A proposal changes at most 200 files.'));
});

test('a proposal has a number of bytes', async () => {
  const { bytes } = proposalLimits;
  await put({ [proposalPaths.file(n, 'pages/0/7.json')]: Buffer.alloc(bytes - 1000, ' ') });
  const problem = `The changes of a proposal have at most ${bytes} bytes.`;
  await expect(page('word '.repeat(300))).rejects.toMatchObject(refused('proposal', problem));
  await page();
});

test('a proposal has a number of comments', async () => {
  const comment = () => run(addComment, { params: paramsOf(n), body: { text: 'So it is.' } });
  const { value } = await comment();
  const comments = Array.from({ length: proposalLimits.comments - 1 }, (_, at) => ({ ...value, id: at + 1 }));
  await put({ [proposalPaths.comments(n)]: encodeJson(comments) });
  await comment();
  await expect(comment()).rejects.toMatchObject(refused('text', 'A proposal has at most 500 comments.'));
  expect((await details(n)).comments.count).toBe(proposalLimits.comments);
});
