import { BrandColor, BrandColorSummary, summarizeColor } from '../content/brand.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { paths } from '../content/catalog/paths.js';
import { hexColor, hexForm } from '../content/hex-color.js';
import { found } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Input, OneOf, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { undescribed } from './engine/contract.js';
import { outcome } from './engine/draft.js';
import { colorId, optional, optionalFields, partialUpdate, updated } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { type Referrer, type Removed, referrersOf, removeReferenced } from './used-by.js';

export function palette(catalog: Catalog): BrandColor[] {
  return [...catalog.colors.values()].sort((a, b) => a.id - b.id);
}

export const listColors = read({
  name: 'colors.list',
  apiChapter: 'Brand',
  translated: 'color',
  summary: 'List the brand colours',
  description: 'All colours by id, in short form. With `expand=full`, in every notation.',
  query: Input({ expand: Type.Optional(OneOf(['full'], { description: '`full`: colours with all notations.' })) }),
  strict: true,
  answers: [Type.Array(BrandColorSummary), Type.Array(BrandColor)],
  refusals: ['fields'],
  run({ catalog }, { query }) {
    const colors = palette(catalog);
    return { value: query.expand === 'full' ? colors : colors.map(summarizeColor), resource: resources.colors };
  },
});

export const listFullColors = read({
  name: 'colors.list_all',
  summary: 'List the brand colours with all notations',
  answers: Type.Array(BrandColor),
  run: ({ catalog }) => ({ value: palette(catalog), resource: resources.colors }),
});

export const showColor = read({
  name: 'colors.show',
  apiChapter: 'Brand',
  translated: 'color',
  summary: 'Show a colour',
  description: 'One colour in every notation.',
  params: { id: colorId },
  answers: BrandColor,
  run: ({ catalog }, { params }) => ({
    value: found(catalog.colors.get(params.id), 'Colour'),
    resource: resources.colors,
  }),
});

export const inspectColor = read({
  name: 'colors.inspect',
  summary: 'Show a colour and the pages whose blocks use it',
  params: { id: colorId },
  answers: undescribed<BrandColor & { readonly used_by: readonly Referrer[] }>(),
  run(view, { params }) {
    const color = colorOf(view, params.id);
    // The answer has the colour's version, since a client may change the colour next.
    return {
      value: { ...color, used_by: referrersOf(view, 'color', color.id) },
      resource: resources.color(color.id),
    };
  },
});

export const newColor = { description: null, role: null, rgb: null, cmyk: null, pantone: null, ral: null, shades: [] };

export const setColor = write({
  name: 'colors.set',
  summary: 'Change a colour, or add one with the next id',
  params: { id: optional(colorId) },
  body: partialUpdate(BrandColor, {
    multiline: ['description'],
    filled: ['name'],
    fixed: ['id'],
    clean(sent, _sanitizer, violations) {
      const shades = (sent.shades ?? []).map(({ hex }, at) => [`shades.${at}.hex`, hex] as const);
      for (const [path, hex] of [['hex', sent.hex] as const, ...shades]) {
        if (typeof hex === 'string' && !hexColor.test(hex)) violations.add(path, message.format(path, hexForm));
      }
      return sent;
    },
  }),
  answers: BrandColor,
  replay: replayOf('color', (view, id) => colorAnswer(colorOf(view, id))),
  check(draft, { params, sent }, violations) {
    const before = params.id === null ? null : colorOf(draft, params.id);
    const id = before?.id ?? draft.nextId('color');
    const color = updated(BrandColor, before ?? newColor, { ...sent, id }, violations);
    return color && { before, color };
  },
  expects: (_draft, { before }) => (before === null ? resources.colors : resources.color(before.id)),
  apply(draft, { checked: { before, color } }) {
    const subject = `${before === null ? 'Add' : 'Change'} colour ${color.id} "${color.name}"`;
    const trailers = outcome(before === null ? 'added' : 'changed');
    draft.replace(paths.color(color.id), before, color, subject, trailers);
    return colorAnswer(color);
  },
});

export const removeColor = write({
  name: 'colors.remove',
  summary: 'Remove a colour',
  params: { id: colorId },
  body: optionalFields(Input({ force: Type.Optional(Type.Boolean()) })),
  answers: undescribed<Removed>(),
  check: (draft, { params }) => colorOf(draft, params.id),
  expects: (_draft, { id }) => resources.color(id),
  apply(draft, { body, checked: { id, name } }) {
    const subject = `Remove colour ${id} "${name}"`;
    return removeReferenced(draft, 'color', id, { ...body, subject, name: say`Colour ${id} "${name}"` });
  },
});

const colorAnswer = (value: BrandColor) => ({ value, resource: resources.color(value.id) });

function colorOf({ catalog }: Pick<BrandView, 'catalog'>, id: number): BrandColor {
  return found(catalog.colors.get(id), say`Colour ${id}`);
}
