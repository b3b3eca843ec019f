import type { BlockChange } from '../content/diff/block-changes.js';
import type { Change } from '../content/diff/changes.js';
import type { FieldChange } from '../content/diff/field-changes.js';
import { shortValue } from './output.js';
import { oneLine } from './printable.js';

/** What happened to one thing, in lines for people. */
export function describeChange(change: Change): string {
  const { fields, blocks } = change;
  const head = `${oneLine(nameOf(change))} ${change.change === 'trashed' ? 'moved to the trash' : change.change}`;
  const inFields = change.kind === 'page' ? fields.map(pageField) : fields.map(field);
  return [head, ...inFields.map((text) => `  ${text}`), ...blocks.flatMap(blockLines)].join('\n');
}

const nouns: Record<Change['kind'], string> = {
  brand: 'brand settings',
  page: 'page',
  section: 'corporate language section',
  language: 'corporate language document',
  color: 'colour',
  media: 'medium',
  categories: 'brand context categories',
  entry: 'brand context entry',
  ids: 'highest page id',
  file: 'file',
};

export function nameOf({ kind, id, title, path }: Pick<Change, 'kind' | 'id' | 'title' | 'path'>): string {
  if (kind === 'file') return `${nouns[kind]} ${path}`;
  return [nouns[kind], ...(id === null ? [] : [id]), ...(title === null ? [] : [JSON.stringify(title)])].join(' ');
}

function blockLines({ change, type, block, at, from_at, fields }: BlockChange): string[] {
  const what = `  block ${at} (${[type ?? 'untyped', block].filter((part) => part !== null).join(' ')}) ${change}`;
  return [
    oneLine(from_at === undefined ? what : `${what} from ${from_at}`),
    ...fields.map((one) => `    ${field(one)}`),
  ];
}

function pageField(change: FieldChange): string {
  const isMove = change.field === 'position' && 'from' in change && 'to' in change;
  return isMove ? 'moved among its siblings' : field(change);
}

function field(change: FieldChange): string {
  const sides = (['from', 'to'] as const).filter((side) => side in change).map((side) => shortValue(change[side]));
  const text = sides.join(' → ') + ('to' in change ? '' : ' removed');
  return `${oneLine(change.field)}: ${text}`;
}
