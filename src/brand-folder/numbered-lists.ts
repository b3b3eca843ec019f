import { BrandColor } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { MediaFile } from '../content/media.js';
import { isObject } from '../json.js';
import { message } from '../validation/messages.js';
import { type TSchema, Type } from '../validation/schema.js';
import { mapItems, withDefaults, withMember, withoutDefaults } from './defaults.js';
import type { Source } from './yaml-file.js';

export interface NumberedList {
  readonly files: ReadonlyMap<string, unknown>;
  /** True of every id when the list cannot be read, so that its problem does not become the pages'. */
  has(id: number): boolean;
}

const ColorList = Type.Array(BrandColor);
const colorDefaults = { description: null, role: null, rgb: null, cmyk: null, pantone: null, ral: null, shades: [] };

const shadeDefaults = { opacity: null, hex: null };

/** `colors.yaml`. */
export function readColors(source: Source): NumberedList {
  const fillShades = (shades: unknown) => mapItems(shades, (shade) => withDefaults(shade, shadeDefaults));
  const fill = (color: unknown) => withMember(withDefaults(color, colorDefaults), 'shades', fillShades);
  return readList(source, ColorList, paths.color, fill);
}

/** What `colors.yaml` says. */
export function colorsYaml(colors: Iterable<BrandColor>): unknown[] {
  return inOrder(colors).map((color) => {
    const shades = color.shades.map((shade) => withoutDefaults(shade, shadeDefaults));
    return withoutDefaults({ ...color, shades }, colorDefaults);
  });
}

const MediaList = Type.Array(MediaFile);
const mediaDefaults = {
  title: null,
  caption: null,
  width: null,
  height: null,
  media_category_id: null,
  released: false,
  status: 'ready',
};

/** `media.yaml`. */
export function readMedia(source: Source): NumberedList {
  return readList(source, MediaList, paths.media, (media) => withDefaults(media, mediaDefaults));
}

/** What `media.yaml` says. */
export function mediaYaml(media: Iterable<MediaFile>): unknown[] {
  return inOrder(media).map((medium) => withoutDefaults(medium, mediaDefaults));
}

function inOrder<Item extends { readonly id: number }>(items: Iterable<Item>): Item[] {
  return [...items].sort((a, b) => a.id - b.id);
}

function readList(
  source: Source,
  schema: TSchema,
  pathOf: (id: number) => string,
  fill: (item: unknown) => unknown,
): NumberedList {
  if (source === undefined) return { files: new Map(), has: () => false };
  const sent = source?.list();
  if (!source || !sent) return { files: new Map(), has: () => true };
  const items = source.fit(schema, sent.map(fill)) as unknown[];
  const byId = new Map<number, unknown>();
  source.check((violations) => {
    for (const [at, item] of items.entries()) {
      if (!isObject(item) || typeof item.id !== 'number') continue;
      const field = `${at}.id`;
      if (byId.has(item.id)) violations.add(field, message.taken(field));
      byId.set(item.id, item);
    }
  });
  const files = new Map([...byId].map(([id, item]) => [pathOf(id), item]));
  return { files, has: (id) => byId.has(id) };
}
