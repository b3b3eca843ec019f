import type { StoredBlock } from '../../content/blocks/block-type.js';
import { escapeHtml, withoutTags } from '../../content/html/write.js';
import { words } from '../../words/words.js';
import { text } from '../blocks/data.js';
import type { IconName } from '../parts/icon.js';

/** Kind that a block can be turned into. */
export interface Turn {
  readonly type: 'rich_text' | 'heading' | 'alert';
  readonly level?: number;
  readonly icon: IconName;
  readonly name: string;
}

const turns = [
  { type: 'rich_text', icon: 'pilcrow', name: 'text' },
  { type: 'heading', level: 2, icon: 'heading-2', name: 'heading2' },
  { type: 'heading', level: 3, icon: 'heading-3', name: 'heading3' },
  { type: 'alert', icon: 'triangle-alert', name: 'alert' },
] as const;

/** Kinds that a block can become without losing words. */
export function turnsOf({ type, data }: StoredBlock): readonly Turn[] {
  if (type !== 'rich_text' && type !== 'heading' && type !== 'alert') return [];
  // A heading has one line, without markup.
  const html = text(data.html) + text(data.body);
  const isLine = type === 'heading' || (/^(?:<p>)?[^<]*(?:<\/p>)?$/.test(html) && text(data.title) === '');
  const names = words().editorBlocks.turns;
  return turns
    .filter(
      (turn) =>
        (turn.type !== type || (turn.type === 'heading' && turn.level !== data.level)) &&
        (turn.type !== 'heading' || isLine),
    )
    .map((turn) => ({ ...turn, name: names[turn.name] }));
}

export function turnInto(block: StoredBlock, turn: Turn): StoredBlock {
  const { id, type, data } = block;
  const html = htmlOf(block);
  if (turn.type === 'rich_text') return { id, type: 'rich_text', data: { html } };
  if (turn.type === 'alert') return { id, type: 'alert', data: { variant: 'info', title: '', body: html } };
  const line = type === 'heading' ? text(data.text) : plain(html);
  return { id, type: 'heading', data: { text: line, level: turn.level ?? 2 } };
}

/** All words of a text, a heading or an alert. */
function htmlOf({ type, data }: StoredBlock): string {
  if (type === 'heading') return paragraph(text(data.text));
  if (type !== 'alert') return text(data.html);
  const title = escapeHtml(text(data.title));
  return (title === '' ? '' : `<p><strong>${title}</strong></p>`) + text(data.body);
}

const paragraph = (line: string): string => (line === '' ? '' : `<p>${escapeHtml(line)}</p>`);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Words of one paragraph. */
function plain(html: string): string {
  return withoutTags(html)
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}
