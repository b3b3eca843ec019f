import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { Api, type Opened } from '../../../src/site/editor/api.js';
import { Editor } from '../../../src/site/editor/editor.js';
import { bothBlocks, rebaseBlocks } from '../../../src/site/editor/rebase-blocks.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const blocks = ['a', 'b'].map((id) => ({ id, type: 'rich_text', data: { html: '<p>Stored</p>' } }));
const opened = {
  page: { id: 1, title: 'Page', type: 'guideline', blocks },
  ...{
    texts: {},
    media: [],
    collections: [],
    colors: [],
    fonts: [],
    types: {},
    name: 'Acme',
    version: 'v',
    review: { proposals: [] },
  },
} as unknown as Opened;

/** Types a text as the editor of a text hands it over. */
function type(editor: Editor, id: string, words: string): string {
  const html = `<p>${words}</p>`;
  editor.texts.written.set(html, { type: 'doc', content: [{ type: 'p', content: [{ type: 'text', text: words }] }] });
  editor.setField(id, 'html', html);
  return html;
}

it('keeps typed texts that a state has, also one that undoing leads to, and not each version between them', () => {
  const place = {
    api: '/api',
    base: '/',
    pageId: 1,
    person: { id: 'p', name: 'Ada' },
    signIn: '',
    onlyIn: null,
    language: null,
    isViewer: false,
    embedsOff: [],
  };
  const editor = new Editor(new Api(place), opened, null);
  const stepped: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    // Versions of one text within a second are one step of undoing.
    const versions = Array.from({ length: 50 }, (_, at) => type(editor, step % 2 === 0 ? 'a' : 'b', `${step} ${at}`));
    stepped.push(versions.at(-1) ?? '');
  }
  expect(editor.texts.written.size).toBeLessThan(3 * stepped.length);
  for (const html of stepped.toReversed()) {
    expect(JSON.stringify(editor.state.blocks)).toContain(html);
    expect(editor.texts.get(html)).toHaveProperty('document');
    editor.step('undo');
  }
  expect(editor.state.blocks).toEqual(blocks);
  for (const html of stepped) {
    editor.step('redo');
    expect(editor.texts.get(html)).toHaveProperty('document');
  }
});

describe('what is written while a save runs', () => {
  const text = (id: string, html = id): StoredBlock => ({ id, type: 'rich_text', data: { html } });
  const columns = (id: string, ...lists: readonly (readonly StoredBlock[])[]): StoredBlock => ({
    id,
    type: 'columns',
    data: { columns: lists.map((blocks) => ({ blocks })) },
  });
  const [a, b, c] = [text('a'), text('b'), text('c')];
  const typed = text('b', 'typed on');

  it.each<[string, Record<'sent' | 'now' | 'stored', StoredBlock[]>, StoredBlock[]]>([
    ['stays', { sent: [a, b], now: [a, typed], stored: [a, b] }, [a, typed]],
    ['takes what was cleaned', { sent: [a, b], now: [a, typed], stored: [text('a', 'x'), b] }, [text('a', 'x'), typed]],
    [
      'takes the ids that the server gave',
      { sent: [a, text('sent')], now: [a, text('sent', 'typed on'), c], stored: [a, text('given', 'sent')] },
      [a, text('given', 'typed on'), c],
    ],
    ["takes others' blocks", { sent: [a, b], now: [a, typed], stored: [c, a, text('d'), b] }, [c, a, text('d'), typed]],
    ['leaves out what others removed', { sent: [a, b, c], now: [a, typed, c], stored: [a, b] }, [a, typed]],
    ['stays where others removed it', { sent: [a, b], now: [a, typed], stored: [a] }, [a, typed]],
    ["takes others' order", { sent: [a, b, c], now: [a, typed, c], stored: [c, a, b] }, [c, a, typed]],
    ['keeps its own order', { sent: [a, b, c], now: [b, a, c], stored: [a, b, c, text('d')] }, [b, a, c, text('d')]],
    ['stays removed', { sent: [a, b], now: [a], stored: [a, b] }, [a]],
    [
      "takes others' blocks in columns",
      {
        sent: [columns('k', [a], [b])],
        now: [columns('k', [a], [typed])],
        stored: [columns('k', [text('a', 'theirs')], [b, c])],
      },
      [columns('k', [text('a', 'theirs')], [typed, c])],
    ],
    [
      "has others' words below, where both wrote",
      { sent: [a, b], now: [a, typed], stored: [a, text('b', 'theirs')] },
      [a, typed, text(expect.any(String), 'theirs')],
    ],
  ])('%s', (_, blocks, expected) => {
    expect(rebaseBlocks({ ...blocks, both: bothBlocks, ids: new Map([['sent', 'given']]) })).toEqual(expected);
  });
});
