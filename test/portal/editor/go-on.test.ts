import { describe, expect, it } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { bothBlocks, goneOn } from '../../../src/portal/editor/go-on.js';

const text = (id: string, html = id): StoredBlock => ({ id, type: 'rich_text', data: { html } });
const columns = (id: string, ...lists: readonly (readonly StoredBlock[])[]): StoredBlock => ({
  id,
  type: 'columns',
  data: { columns: lists.map((blocks) => ({ blocks })) },
});
const [a, b, c] = [text('a'), text('b'), text('c')];
const typed = text('b', 'typed on');

describe('what is written while a save runs', () => {
  it.each<[string, Record<'sent' | 'now' | 'stored', StoredBlock[]>, StoredBlock[]]>([
    ['stays', { sent: [a, b], now: [a, typed], stored: [a, b] }, [a, typed]],
    ['takes what was cleaned', { sent: [a, b], now: [a, typed], stored: [text('a', 'x'), b] }, [text('a', 'x'), typed]],
    [
      'takes the ids that the server gave',
      { sent: [a, text('new-1')], now: [a, text('new-1', 'typed on'), c], stored: [a, text('n', 'new-1')] },
      [a, text('n', 'typed on'), c],
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
      [a, typed, text('new-b', 'theirs')],
    ],
  ])('%s', (_, blocks, expected) => {
    expect(goneOn({ ...blocks, both: bothBlocks })).toEqual(expected);
  });
});
