import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoredBlockShape } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { newBrandFile, ThemeColors } from '../../src/content/brand.js';
import { fileSchemas } from '../../src/content/file-format.js';
import { sectionSchemas } from '../../src/content/language.js';
import { Comment, NumbersFile, ProposalFile } from '../../src/content/proposals/format.js';
import { releaseVersion } from '../../src/lib/package.js';
import { setColor } from '../../src/operations/colors.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { approveProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { showProposal, submitProposal, updateProposal } from '../../src/operations/proposals/proposals.js';
import { resetBrand } from '../../src/operations/reset.js';
import { BrandRecord } from '../../src/registry/records.js';
import { proposalsIn } from '../../src/service/data-directory.js';
import { since } from '../../src/validation/new-members.js';
import { clone, commitAndPush, git, pushFiles, runGit, storedFile } from '../support/git.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

interface Schema {
  properties?: Record<string, unknown>;
  items?: Schema;
}

/** Adds a member of the next format to every object of a schema. The data of blocks have none with a default. */
function addMember(schema: Schema, member: object): void {
  if (schema === (StoredBlockShape as Schema) || schema === (ThemeColors as Schema)) return;
  if (schema.items !== undefined) addMember(schema.items, member);
  if (schema.properties === undefined || Object.hasOwn(schema.properties, 'later')) return;
  for (const inner of Object.values(schema.properties)) addMember(inner as Schema, member);
  schema.properties.later = member;
}

const first = { format: 1 };
const second = { format: 2, version: releaseVersion };

// biome-ignore lint/suspicious/noExplicitAny: files of all kinds
type Json = any;

/** Each kind of file, and objects within, to which the member is added. */
const places: readonly (readonly [path: string, in_: string, add: (file: Json) => object])[] = [
  ['brand.json', 'the brand', (file) => file],
  ['brand.json', 'the theme', ({ theme }) => theme],
  ['portal.json', 'the portal', (file) => file],
  ['portal.json', 'its contact', ({ contact }) => contact],
  ['colors/1.json', 'a colour', (file) => file],
  ['colors/1.json', 'a shade', ({ shades }) => shades[0]],
  ['media/101.json', 'a medium', (file) => file],
  ['corporate-language/voice.json', 'a section', (file) => file],
  ['corporate-language/voice.json', 'a principle', ({ principles }) => principles[0]],
  ['brand-context/categories.json', 'a category', ([category]) => category],
  ['pages/0/11.json', 'a page', (file) => file],
  ['pages/0/11.json', 'a block', ({ blocks }) => blocks[0].data],
];

const formatIn = (gitdir: string): unknown => storedFile(gitdir, 'format.json');
const pathsIn = (gitdir: string): string[] => git(gitdir, ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');

/** Whether any file of a repository has the member. */
const hasMember = async (gitdir: string): Promise<boolean> =>
  (await runGit(gitdir, ['grep', '-q', '"later"', 'main'])).code === 0;

beforeAll(() => {
  const stored = [...Object.values(fileSchemas), ...Object.values(sectionSchemas)];
  const unused = { type: 'boolean', default: false, [since]: 2 };
  for (const schema of stored) addMember(schema as Schema, unused);
  for (const { properties } of [ProposalFile, Comment, NumbersFile, BrandRecord])
    Object.assign(properties, { later: unused });
  for (const { data } of blockTypes.values()) addMember(data as Schema, { type: 'boolean', [since]: 2 });
});

describe('members of the next format', () => {
  portalForEach({ real: true, example: 'northlight' });

  /** The example without what is newer than format 1. */
  beforeEach(() => {
    const gitdir = portal.gitdir('northlight');
    const newer = ['-e', '"language": "', '-e', '"summary": "', '-e', '"cover": [1-9]'];
    const found = git(gitdir, ['grep', '-l', ...newer, 'main', '--', 'pages'])
      .trim()
      .split('\n');
    const older = found.map((line) => {
      const path = line.slice('main:'.length);
      const { language: _, summary: _summary, cover: _cover, ...page } = storedFile(gitdir, path);
      return [path, page] as const;
    });
    pushFiles(gitdir, { ...Object.fromEntries(older), 'format.json': first });
  });

  it('each raise it alone when they are stored, and a later write does not lower it', async () => {
    const gitdir = portal.gitdir('northlight');
    const originals = new Map(places.map(([path]) => [path, storedFile(gitdir, path)]));
    const work = clone(gitdir);
    const write = (path: string, file: Json) => writeFileSync(join(work, path), JSON.stringify(file));
    const withMember = places.map(([path, name, find]) => {
      const before = originals.get(path);
      const after = structuredClone(before);
      Object.assign(find(after), { later: true });
      write(path, after);
      const commit = commitAndPush(work, name);
      write(path, before);
      return commit;
    });
    const without = commitAndPush(work, 'None');
    for (const [at, [path, name, find]] of places.entries()) {
      git(gitdir, ['update-ref', 'refs/heads/main', without]);
      expect([name, formatIn(gitdir)]).toEqual([name, first]);
      await operate(resetBrand, {}, { to: withMember[at] });
      expect([name, find(storedFile(gitdir, path))]).toEqual([name, expect.objectContaining({ later: true })]);
      expect([name, formatIn(gitdir)]).toEqual([name, second]);
      const changed = git(gitdir, ['diff', '--name-only', 'main^', 'main']).trim().split('\n');
      expect([name, changed]).toEqual([name, expect.arrayContaining([path, 'format.json'])]);
    }
    const [block] = storedFile(gitdir, 'pages/0/11.json').blocks;
    expect((await client.delete(`/pages/11/blocks/${block.id}`)).status).toBe(200);
    expect([await hasMember(gitdir), formatIn(gitdir)]).toEqual([false, second]);
  });

  it('raise it only when a write stores them: not next to a pushed file, but with its own change or deletion', async () => {
    const gitdir = portal.gitdir('northlight');
    const language = 'corporate-language/document.json';
    const pushed = ['pages/0/11.json', language].map((path) => [path, { ...storedFile(gitdir, path), later: true }]);
    pushFiles(gitdir, Object.fromEntries(pushed));
    expect((await client.patch('/pages/12', { title: 'Another' })).status).toBe(200);
    expect(formatIn(gitdir)).toEqual(first);
    expect((await client.delete('/pages/11')).status).toBe(204);
    expect([storedFile(gitdir, 'trash/0/11.json').later, formatIn(gitdir)]).toEqual([true, second]);
    pushFiles(gitdir, { 'format.json': first });
    expect((await client.patch('/brand/cl/voice', { summary: 'Another' })).status).toBe(200);
    expect([storedFile(gitdir, language).later, formatIn(gitdir)]).toEqual([true, second]);
  });

  it('are left out of files that do not use them, so that an ordinary edit raises nothing', async () => {
    const gitdir = portal.gitdir('northlight');
    const registry = `${portal.data}/registry.git`;
    expect((await client.patch('/pages/11', { title: 'Another' })).status).toBe(200);
    expect((await client.patch('/brand/cl/voice', { summary: 'Another' })).status).toBe(200);
    expect((await client.delete('/pages/12')).status).toBe(204);
    await operate(setColor, {}, { name: 'Night', hex: '#0b1a33' });
    const proposed = await client.patch('/pages/11?proposal=new', { title: 'Proposed' });
    expect(proposed.status).toBe(200);
    await portal.service.setBrandSettings('northlight', { review: 'everyone' });
    for (const repository of [gitdir, proposalsIn(gitdir), registry])
      expect([repository, await hasMember(repository)]).toEqual([repository, false]);
    expect([formatIn(gitdir), formatIn(registry)]).toEqual([first, first]);
    expect(pathsIn(proposalsIn(gitdir))).not.toContain('format.json');
  });

  it('raise that of the proposals by a page, a record or a comment, and that of the brand by the merge', async () => {
    const gitdir = portal.gitdir('northlight');
    const proposals = proposalsIn(gitdir);
    pushFiles(gitdir, { 'pages/0/11.json': { ...storedFile(gitdir, 'pages/0/11.json'), later: true } });
    expect((await client.patch('/pages/11?proposal=new', { title: 'Proposed' })).status).toBe(200);
    expect([formatIn(gitdir), formatIn(proposals)]).toEqual([first, second]);
    await operate(submitProposal, { proposal: '1' }, {});
    const { result } = await operate(showProposal, { proposal: '1' });
    await operate(approveProposal, { proposal: '1' }, { result });
    await operate(mergeProposal, { proposal: '1' }, {});
    expect([storedFile(gitdir, 'pages/0/11.json').later, formatIn(gitdir)]).toEqual([true, second]);

    expect((await client.patch('/pages/12?proposal=new', { title: 'Proposed' })).status).toBe(200);
    const path = { record: 'proposals/2/proposal.json', comments: 'proposals/2/comments.json' };
    await operate(addComment, { proposal: '2' }, { text: 'Hello' });
    const [comment] = storedFile(proposals, path.comments);
    pushFiles(proposals, { 'format.json': first, [path.comments]: [{ ...comment, later: true }] });
    await operate(addComment, { proposal: '2' }, { text: 'Again' });
    expect([storedFile(proposals, path.comments)[0].later, formatIn(proposals)]).toEqual([true, second]);

    const record = { ...storedFile(proposals, path.record), later: true };
    pushFiles(proposals, { 'format.json': first, [path.record]: record });
    await operate(updateProposal, { proposal: '2' }, { title: 'Named' });
    expect([storedFile(proposals, path.record).later, formatIn(proposals)]).toEqual([true, second]);
  });

  it('raise that of the registry', async () => {
    const registry = `${portal.data}/registry.git`;
    const path = 'brands/northlight.json';
    pushFiles(registry, { [path]: { ...storedFile(registry, path), later: true } });
    await portal.service.setBrandSettings('northlight', { review: 'everyone' });
    expect([storedFile(registry, path).later, formatIn(registry)]).toEqual([true, second]);
  });
});

it.each([
  ['in a data directory', undefined],
  ['in a shared store', new MemoryStore()],
])('a brand that is made with them has it from its first commit, %s', async (_, store) => {
  const own = await portalOver(store, { real: true });
  const make = (slug: string, later: boolean) => {
    const files = new Map([['brand.json', { ...newBrandFile('New'), later }]]);
    return own.service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: 'Create' });
  };
  await make('without', false);
  await make('with', true);
  for (const [slug, format] of [
    ['without', first],
    ['with', second],
  ] as const) {
    const file = await (await own.service.brands.get(slug)).readFile('format.json');
    expect([slug, JSON.parse(String(file?.bytes))]).toEqual([slug, format]);
  }
});
