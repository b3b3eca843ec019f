import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Api, type Opened } from '../../../src/portal/editor/api.js';
import { Editor } from '../../../src/portal/editor/editor.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const blocks = ['a', 'b'].map((id) => ({ id, type: 'rich_text', data: { html: '<p>Stored</p>' } }));
const opened = {
  page: { id: 1, title: 'Page', type: 'guideline', blocks },
  ...{ texts: {}, media: [], colors: [], fonts: [], types: {}, name: 'Acme', version: 'v', review: { proposals: [] } },
} as unknown as Opened;

/** Types a text as the editor of a text hands it over. */
function type(editor: Editor, id: string, words: string): string {
  const html = `<p>${words}</p>`;
  editor.written.set(html, { type: 'doc', content: [{ type: 'p', content: [{ type: 'text', text: words }] }] });
  editor.setField(id, 'html', html);
  return html;
}

it('keeps typed texts that a state has, also one that undoing leads to, and not each version between them', () => {
  const place = { api: '/api', base: '/', pageId: 1, person: { id: 'p', name: 'Ada' }, signIn: '' };
  const editor = new Editor(new Api(place), opened, null);
  const stepped: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    // Versions of one text within a second are one step of undoing.
    const versions = Array.from({ length: 50 }, (_, at) => type(editor, step % 2 === 0 ? 'a' : 'b', `${step} ${at}`));
    stepped.push(versions.at(-1) ?? '');
  }
  expect(editor.written.size).toBeLessThan(3 * stepped.length);
  for (const html of stepped.toReversed()) {
    expect(JSON.stringify(editor.state.blocks)).toContain(html);
    expect(editor.text(html)).toHaveProperty('document');
    editor.step('undo');
  }
  expect(editor.state.blocks).toEqual(blocks);
  for (const html of stepped) {
    editor.step('redo');
    expect(editor.text(html)).toHaveProperty('document');
  }
});
