import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../content/blocks/block-type.js';
import { BrandColor } from '../content/brand.js';
import { paths } from '../content/files.js';
import { message } from '../content/messages.js';
import { notFound } from '../errors.js';
import { type BrandView, parseId } from './brand-view.js';
import { withFields } from './fields.js';
import type { ReadOperation, WriteOperation } from './operation.js';
import { type Referrer, referrersOf, takeOut } from './references.js';
import { resources } from './resource.js';

const newColor = { description: null, role: null, rgb: null, cmyk: null, pantone: null, ral: null, shades: [] };

export const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export interface UsedColor extends BrandColor {
  readonly used_by: readonly Referrer[];
}

/** A colour, and the pages whose blocks use it. Reads every page. */
export const inspectColor: ReadOperation = {
  name: 'colors.inspect',
  right: 'read',
  async run(view, { params }) {
    const color = colorOf(view, params.color as string);
    const value: UsedColor = { ...color, used_by: await referrersOf(view, 'color', color.id) };
    return { value, resource: null };
  },
};

/** Changes the colour that `color` names, or adds one with the next id. */
export const setColor: WriteOperation = {
  name: 'colors.set',
  right: 'write',
  run(draft, { params, body }) {
    const before = params.color === undefined ? null : colorOf(draft, params.color);
    const id = before?.id ?? draft.catalog.highestIds.color + 1;
    const color = withFields<BrandColor>(
      BrandColor,
      before ?? newColor,
      { ...(isObject(body) ? body : {}), id },
      {
        multiline: ['description'],
        check({ hex }, violations) {
          if (!hexColor.test(hex)) violations.add('hex', message.format('hex'));
        },
      },
    );
    draft.expect(resources.colors);
    if (!isDeepStrictEqual(before, color)) {
      draft.put(paths.color(id), color);
      draft.commitAs(`${before === null ? 'Add' : 'Change'} colour ${id} "${color.name}"`);
    }
    return { value: color, resource: resources.colors };
  },
};

/** Removes a colour. Blocks that use it are a reason to refuse; by `force` they lose it. */
export const removeColor: WriteOperation = {
  name: 'colors.remove',
  right: 'write',
  async run(draft, { params, body }) {
    const color = colorOf(draft, params.color as string);
    draft.expect(resources.colors);
    const name = `Colour ${color.id} "${color.name}"`;
    const force = isObject(body) && body.force === true;
    const pages = await takeOut(draft, 'color', color.id, { name, force });
    draft.removeNumbered('color', paths.color(color.id), color.id);
    draft.commitAs(
      `Remove colour ${color.id} "${color.name}"`,
      pages.map(({ id }) => `taken out of page ${id}`),
    );
    return { value: { removed: color.id, pages }, resource: null };
  },
};

function colorOf({ catalog }: BrandView, text: string): BrandColor {
  const color = catalog.colors.get(parseId(text) ?? 0);
  if (color === undefined) throw notFound(`Colour ${text}`);
  return color;
}
