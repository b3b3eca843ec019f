import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import type { Conflict } from '../../../src/content/merge/values.js';
import { Api, type Opened } from '../../../src/site/editor/api.js';
import { Editor } from '../../../src/site/editor/editor.js';
import { Keeper } from '../../../src/site/editor/keeper.js';
import { mapLists, walk } from '../../../src/site/editor/page-model.js';
import { RemoteChanges } from '../../../src/site/editor/remote-changes.js';
import { isSaveConflict } from '../../../src/site/editor/save-conflicts.js';
import { Saver } from '../../../src/site/editor/saver.js';
import { pageOf } from '../../../src/site/editor/sent-page.js';
import { runs } from '../../support/effort.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { backendOrigin, type WorkspaceClient } from '../../support/workspace.js';
import { as } from '../../support/workspace-people.js';

portalForAll({ real: true, config: { requests_per_minute: 100_000, writes_per_minute: 100_000 } });

let ada: WorkspaceClient;
beforeAll(async () => {
  ada = await as('editor');
  const element = { setAttribute: () => {}, appendChild: (child: object) => child };
  const page = { activeElement: null, body: element, createElement: () => element, addEventListener: () => {} };
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('requestAnimationFrame', () => {});
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!address.includes('/-/workspace/api')) return send(address, init);
    const headers = { ...init.headers, Cookie: ada.cookie ?? '', 'Sec-Fetch-Site': 'same-origin' };
    return send(address, { ...init, headers });
  });
  return () => vi.unstubAllGlobals();
});

const text = (words: string) => ({ type: 'rich_text', data: { html: `<p>One ${words}.</p><p>Two ${words}.</p>` } });
const blocks = [
  text('a'),
  { type: 'heading', data: { text: 'Head', level: 2 } },
  { type: 'columns', data: { columns: [{ blocks: [text('b'), text('c')] }, { blocks: [text('d')] }] } },
  {
    type: 'table',
    data: {
      header: ['A', 'B'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    },
  },
  text('e'),
];

/** A change of the page: what, which block, and which words. */
type Step = readonly [what: 'first' | 'second' | 'move' | 'remove' | 'add' | 'title', at: number, to: number];
const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0][]>('first', 'second', 'first', 'second', 'move', 'remove', 'add', 'title'),
    fc.nat(7),
    fc.nat(4),
  ),
  { minLength: 1, maxLength: 5 },
);

/** Found by an earlier run. */
const examples: [Step[], Step[]][] = [
  [
    [
      ['move', 5, 0],
      ['first', 1, 0],
    ],
    [
      ['first', 5, 0],
      ['first', 0, 0],
    ],
  ],
];

/** Makes a change as who writes does. */
function make(editor: Editor, [what, at, to]: Step, words: string): void {
  const all = [...walk(editor.blocksToStore())].map(({ block }) => block);
  const block = all[at % Math.max(1, all.length)];
  if (what === 'title') editor.setTitle(words);
  else if (what === 'add' || block === undefined)
    editor.add('rich_text', text(words).data, {
      holder: null,
      field: '',
      at: Math.min(to, editor.state.blocks.length),
    });
  else if (block.id === null) return;
  else if (what === 'remove') editor.removeBlock(block.id);
  else if (what === 'move') {
    // The open page still shows a removed block. A move past it is none in the page that is saved.
    if (editor.state.removed.size > 0) return;
    editor.moveTo(block.id, { holder: null, field: '', at: Math.min(to, editor.state.blocks.length) });
  } else if (typeof block.data.html === 'string') {
    const old = what === 'first' ? /<p>One .*?<\/p>/ : /<p>Two .*?<\/p>/;
    editor.setField(
      block.id,
      'html',
      block.data.html.replace(old, `<p>${what === 'first' ? 'One' : 'Two'} ${words}.</p>`),
    );
  } else if (block.type === 'heading') editor.setField(block.id, 'text', words);
  else if (block.type === 'table') editor.setField(block.id, `rows.${what === 'first' ? 0 : 1}.0`, words);
}

async function open(id: number): Promise<{ editor: Editor; others: RemoteChanges; opened: Opened }> {
  const api = `${backendOrigin(portal)}/brands/acme/-/workspace/api`;
  const person = { id: ada.person?.id ?? '', name: 'Ada Lind' };
  const door = new Api({
    api,
    base: '/brands/acme',
    pageId: id,
    person,
    signIn: '',
    onlyIn: null,
    language: null,
    isViewer: false,
    embedsOff: [],
  });
  const opened = await door.open();
  const editor = new Editor(door, opened, null);
  const copies = { drop: () => {}, setAside: () => true, write: () => true };
  return { editor, others: new RemoteChanges(editor, new Saver(editor, new Keeper(editor, copies, null))), opened };
}

const savedOf = (of: Editor) => ({ base: of.base, title: of.state.title, blocks: of.blocksToStore() });
const save = (editor: Editor) =>
  editor.api.save(savedOf(editor), { idempotencyKey: crypto.randomUUID(), isDraft: false });

/** Places that a save into a new draft asks for. */
async function conflictsOf(editor: Editor) {
  const page = pageOf(editor, { state: editor.state, blocks: editor.blocksToStore() });
  const saving = new Api(editor.api.place).save(page, { idempotencyKey: crypto.randomUUID(), isDraft: true });
  const problem: unknown = await saving.then(
    () => null,
    (error) => error.problem,
  );
  if (problem === null) return [];
  if (!isSaveConflict(problem)) throw new Error(JSON.stringify(problem));
  return problem.conflicts.map(({ block, field, kind }) => [block, field, kind]);
}

/** Blocks without the ids of new ones. */
const plain = (all: readonly StoredBlock[], known: ReadonlySet<string | null>): unknown =>
  JSON.parse(JSON.stringify(all, (name, value) => (name === 'id' && !known.has(value) ? 'new' : value)));

/** Content of all blocks, without their places. */
const contents = (all: readonly StoredBlock[], known: ReadonlySet<string | null>): string[] =>
  [...walk(all)].map(({ block }) => JSON.stringify(plain([mapLists(block, () => [])], known)));

it('others’ saves are merged into the open page as a save would; undoing takes back nothing of theirs', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (mine, theirs) => {
      const { id } = await client.page({ title: 'Page', blocks });
      const [{ editor, others, opened }, other] = [await open(id), await open(id)];
      for (const step of mine) make(editor, step, `mine${mine.indexOf(step)}`);
      for (const step of theirs) make(other.editor, step, `theirs${theirs.indexOf(step)}`);
      const sent = savedOf(editor);
      await save(other.editor);
      const { body: stored, headers } = await client.get(`/pages/${id}`);
      await others.look();
      const isAtStored = headers.get('etag') === `"${editor.base}"`;
      if (isAtStored) {
        const known = new Set([...walk(opened.page.blocks), ...walk(stored.blocks)].map(({ block }) => block.id));
        // What both have changed is asked when the merged page is saved, as it is without the merge.
        const refused = await client.post(`/pages/${id}/save?proposal=new`, sent);
        const asked = (refused.body.conflicts ?? []).filter(({ kind }: Conflict) => kind === 'both');
        const places = await conflictsOf(editor);
        if (asked.length > 0)
          expect(places).toEqual(
            expect.arrayContaining(asked.map(({ block, field, kind }: Conflict) => [block, field, kind])),
          );
        const saved = await client.post(`/pages/${id}/save`, { ...sent, conflicts: 'mine' });
        expect(saved.status).toBe(200);
        const want = (await client.get(`/pages/${id}`)).body;
        expect(editor.state.title).toBe(want.title);
        const hasRemoved = mine.some(([what]) => what === 'remove');
        // The open page still has a removed block. What others moved out of it or put next to it stays, where a save might ask.
        if (hasRemoved)
          expect(contents(editor.blocksToStore(), known)).toEqual(expect.arrayContaining(contents(want.blocks, known)));
        else expect(plain(editor.blocksToStore(), known)).toEqual(plain(want.blocks, known));
        for (let at = 0; at < mine.length + 1; at += 1) editor.step('undo');
        const words = (all: unknown) => new Set(JSON.stringify(all).match(/theirs\d/g));
        const taken = plain(want.blocks, known);
        expect([...words(editor.blocksToStore())]).toEqual(expect.arrayContaining([...words(taken)]));
      }
    }),
    { ...runs(400, 30), examples },
  );
});

it('a block that was removed here is one conflict, however many of its fields others have changed', async () => {
  const { id } = await client.page({ title: 'Page', blocks });
  const [{ editor, others }, other] = [await open(id), await open(id)];
  const heading = [...walk(editor.blocksToStore())].find(({ block }) => block.type === 'heading')?.block.id ?? '';
  for (const [side, text, level] of [
    [editor, 'Mine', 3],
    [other.editor, 'Theirs', 4],
  ] as const) {
    side.setField(heading, 'text', text);
    side.setField(heading, 'level', level);
  }
  await save(other.editor);
  await others.look();
  expect(await conflictsOf(editor)).toEqual([
    [heading, 'text', 'both'],
    [heading, 'level', 'both'],
  ]);
  editor.removeBlock(heading);
  expect(await conflictsOf(editor)).toEqual([[heading, null, 'removed_here']]);
});
