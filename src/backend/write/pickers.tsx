import type { ComponentChild } from 'preact';
import { type Catalog, pagesInOrder } from '../../content/catalog/catalog.js';
import { Swatch } from '../content/block.js';
import { type Names, namesIn } from '../content/names.js';
import type { ImageSource } from '../content/picture.js';
import { Image } from '../content/picture.js';
import type { BrandContext } from '../context.js';

/** Choices of a list; of more, one is found by a text. */
const maxChoices = 30;
const maxHits = 20;
const maxPages = 50;

interface Picker {
  readonly choices: readonly Choice[];
  label(id: string): string;
  picture?(id: string): ImageSource | null;
  /** Address where new ones are made. */
  readonly addHref?: string;
}

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hex?: string;
}

export interface Pickers {
  readonly media: Picker;
  readonly color: Picker;
  readonly names: Names;
  /** Addresses of pages, as the links of readers have them. */
  readonly pages: readonly { readonly slug: string; readonly title: string }[];
}

export function pickersOf(catalog: Catalog, href: BrandContext['href']): Pickers {
  const names = namesIn(catalog, href);
  const media = [...catalog.media.values()].filter(({ released }) => released).sort((a, b) => a.id - b.id);
  const colors = [...catalog.colors.values()].sort((a, b) => a.id - b.id);
  return {
    names,
    media: {
      choices: media.map(({ id }) => ({ id: String(id), label: names.medium(id) })),
      label: (id) => names.medium(id),
      picture: (id) => names.picture(id, 160),
      addHref: href('/media'),
    },
    color: {
      choices: colors.map(({ id, name, hex }) => ({ id: String(id), label: `${name} ${hex}`, hex })),
      label: (id) => names.color(id).name,
    },
    pages: pagesInOrder(catalog)
      .filter(({ type }) => type !== 'container')
      .slice(0, maxPages),
  };
}

interface PickerProps {
  readonly picker: Picker;
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly props: Readonly<Record<string, string>>;
  /** Name of the field that is looked for. */
  readonly found: string | undefined;
}

/** A list to choose from, which has what is chosen even when it may not be chosen anew; or a number with a search. */
export function pickerField({ picker, id, name, value, props, found }: PickerProps): ComponentChild {
  const { choices } = picker;
  const chosen = choices.find((choice) => choice.id === value);
  if (choices.length <= maxChoices) {
    return (
      <div class="row">
        {chosen?.hex !== undefined && <Swatch hex={chosen.hex} />}
        {value !== '' && <Image source={picker.picture?.(value) ?? null} alt="" />}
        <select id={id} name={`d.${name}`} {...props}>
          <option value="">–</option>
          {chosen === undefined && value !== '' && (
            <option value={value} selected>
              {picker.label(value)} (cannot be chosen anew)
            </option>
          )}
          {choices.map((choice) => (
            <option value={choice.id} selected={choice === chosen}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
    );
  }
  const wanted = value.trim().toLowerCase();
  const hits = found === name ? choices.filter(({ label }) => label.toLowerCase().includes(wanted)) : [];
  return (
    <>
      <div class="row">
        <input id={id} name={`d.${name}`} value={value} {...props} />
        <button type="submit" name="do" value={`find:${name}`} class="quiet" formaction={`#${id}`}>
          Find<span class="hidden"> by number or words</span>
        </button>
      </div>
      {/^\d+$/.test(value) && (
        <p class="hint">
          <Image source={picker.picture?.(value) ?? null} alt="" /> {picker.label(value)}
        </p>
      )}
      {found === name && <p class="hint">{hits.length === 0 ? 'Nothing found.' : `${hits.length} found.`}</p>}
      <div class="row">
        {hits.slice(0, maxHits).map((hit) => (
          <button type="submit" name="do" value={`pick:${name}|${hit.id}`} class="quiet small" formaction={`#${id}`}>
            <Image source={picker.picture?.(hit.id) ?? null} alt="" /> {hit.label}
          </button>
        ))}
      </div>
    </>
  );
}
