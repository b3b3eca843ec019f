import type { BlockFieldPath, BlockTypeName } from '../content/blocks/types.js';
import type { Change } from '../content/diff/changes.js';
import type { BlockCounts } from '../content/diff/page-diff.js';
import type { MediaFile, StoredMedium } from '../content/media.js';
import { capitalised } from '../lib/capitalised.js';
import { sizeText } from '../words/sizes.js';
import { counted, fill, words } from '../words/words.js';

/** Name of a field, or its name and a hint. */
export type Label = string | { readonly name: string; readonly hint: string };

type BlockLabels = { readonly [Name in BlockTypeName]: Readonly<Record<BlockFieldPath<Name>, Label>> };

/** Labels of fields by their path in the data of a block, without the keys of rows. */
const blockLabels = (): BlockLabels => words().fields;

type Labels = Readonly<Record<string, Label>>;

/** Name and hint of a label. */
export const named = (label: Label): { readonly name: string; readonly hint?: string } =>
  typeof label === 'string' ? { name: label } : label;

const ownText = <Text>(texts: Readonly<Record<string, Text>>, name: string): Text | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/**
 * Label of a field.
 *
 * @param path in the data, with or without the keys of rows
 */
export function labelOf(
  type: string | null,
  path: string,
  labels: Labels = ownText(blockLabels(), type ?? '') ?? {},
): { readonly name: string; readonly hint?: string } {
  const plainPath = withoutRows(path);
  const further: Labels = words().fields.further;
  return named(further[plainPath.slice(plainPath.indexOf('*'))] ?? labels[plainPath] ?? path);
}

/** Noun for one row of the list at a path. */
export const rowName = (type: string | null, path: string): string =>
  ownText(words().labels.rows, `${type}.${withoutRows(path)}`) ?? words().labels.row;

/** A path without the keys of rows. */
export const withoutRows = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '');

/** Word of data that a portal shows in a special way, as people read it. */
export const choiceName = (value: string): string => ownText(words().labels.choices, value) ?? value;

const blockNames = (): Readonly<Record<BlockTypeName, string>> => words().labels.blocks;

/**
 * Label of a block type; an unknown type is its own label.
 *
 * @param type `null` if the block has none
 */
export const blockName = (type: string | null): string =>
  type === null ? words().labels.untyped : (ownText(blockNames(), type) ?? type);

/** Value of a field as its form names it. */
export function optionName(field: string, value: unknown): unknown {
  if (field === 'translations' && typeof value === 'string')
    return ownText(words().editorPage.translations, value) ?? value;
  const isVisibility = typeof value === 'string' && /^(?:default_)?visibility$/.test(field);
  return isVisibility ? (ownText(words().common.visibility, value) ?? value) : value;
}

/** `Page 11 “Clear space”`. */
export function thingName({ kind, id, title, path }: Pick<Change, 'kind' | 'id' | 'title' | 'path'>): string {
  const name = words().labels.kinds[kind];
  if (kind === 'file') return `${name} ${path}`;
  const quoted = title === null ? null : fill(words().common.quoted, { text: title });
  return [name, id, quoted].filter((word) => word !== null).join(' ');
}

/** Whether websites can show a medium, in words. */
export const releaseText = ({ released, status }: Pick<MediaFile, 'released' | 'status'>): string =>
  words().labels[released ? 'released' : 'unreleased'][status];

/** `2400 × 640 · 12 KB`. */
export function fileText({ width, height, file }: Pick<StoredMedium, 'width' | 'height' | 'file'>): string {
  const size = width === null || height === null ? [] : [`${width} × ${height}`];
  return [...size, file === null ? words().labels.noFile : sizeText(file.bytes)].join(' · ');
}

/** `1500 × 1000 · JPG`, or `SVG · 1.2 KiB`. */
export function tileText({ type, width, height, file }: StoredMedium): string {
  const extension = file?.name.replace(/^.*\./, '').toUpperCase();
  if (extension === undefined) return words().labels.noFile;
  const isPixels = type === 'image' && extension !== 'SVG' && width !== null && height !== null;
  return isPixels ? `${width} × ${height} · ${extension}` : `${extension} · ${sizeText(file?.bytes ?? 0)}`;
}

/** `1500 × 1000 · JPG · 41 KiB`. */
export function factsText(medium: StoredMedium): string {
  const size = medium.file === null ? '' : sizeText(medium.file.bytes);
  const text = tileText(medium);
  return text.endsWith(size) ? text : `${text} · ${size}`;
}

/** Host of an identity provider, by which people know it. */
export const hostOf = (issuer: string): string => new URL(issuer).host;

/** `1 block added`, `2 blocks moved`. */
export function blockCounts(counts: BlockCounts): string[] {
  const forms = words().labels.blockCounts;
  return (['added', 'edited', 'moved', 'removed'] as const).flatMap((change) =>
    counts[change] > 0 ? [counted(forms[change], counts[change])] : [],
  );
}

/** Name of a section of the corporate language; `Voice (de)` for `de/voice`, which is `de.voice` in addresses. */
export function sectionName(key: string): string {
  const [, language, name = key] = /^([A-Za-z\d-]+)[/.](\w+)$/.exec(key) ?? [];
  const own = ownText(words().labels.sections, name) ?? capitalised(name.replaceAll('_', ' '));
  return language === undefined ? own : `${own} (${language})`;
}
