import type { ComponentChild } from 'preact';
import { pagesInOrder } from '../../content/catalog/catalog.js';
import type { ShownMedium } from '../../portal/blocks/view.js';
import type { PortalContext } from '../../portal/context.js';
import { type Names, namesIn } from '../content/reference-names.js';
import { Thumbnail } from '../content/thumbnail.js';
import type { BrandContext } from '../context.js';
import { Swatch } from '../parts/swatch.js';

/** Upper bound on the choices of a list; among more, one is searched by words. */
const maxChoices = 30;
/** Limits on the results of a search, and on the pages that are suggested. */
const [maxHits, maxPages] = [20, 50];

/** Choices for a field that refers to a medium or a colour. */
interface Picker {
  readonly choices: readonly Choice[];
  /** Label of any id, whether it can be chosen or not. */
  label(id: string): string;
  picture?(id: string): ShownMedium | null;
  /** Address of the page that adds a choice. */
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
  /** Pages that a link can lead to. */
  readonly pages: readonly { readonly slug: string; readonly title: string }[];
}

/** Pickers for the content of a brand: released media, and its colours. Choices are sorted for the first field that has them. */
export function pickersOf(portal: PortalContext, href: BrandContext['href']): Pickers {
  const { catalog } = portal;
  const names = namesIn(portal);
  let media: readonly Choice[] | undefined;
  let colors: readonly Choice[] | undefined;
  return {
    names,
    media: {
      get choices() {
        media ??= [...catalog.media.values()]
          .filter(({ released }) => released)
          .sort((a, b) => a.id - b.id)
          .map(({ id }) => ({ id: String(id), label: names.medium(id) }));
        return media;
      },
      label: (id) => names.medium(id),
      picture: (id) => names.view.medium(id),
      addHref: href('/media'),
    },
    color: {
      get choices() {
        colors ??= [...catalog.colors.values()]
          .sort((a, b) => a.id - b.id)
          .map(({ id, name, hex }) => ({ id: String(id), label: `${name} ${hex}`, hex }));
        return colors;
      },
      label: (id) => names.color(id),
    },
    get pages() {
      return pagesInOrder(catalog)
        .filter(({ type }) => type !== 'container')
        .slice(0, maxPages);
    },
  };
}

interface PickerProps {
  readonly picker: Picker;
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly props: Readonly<Record<string, string>>;
  /** Name of the field for which a choice is searched. */
  readonly searchedField: string | undefined;
}

/** List of the choices, also with a stored value that cannot be chosen again; or, with many choices, a field for the id with a search. */
export function pickerField({ picker, id, name, value, props, searchedField }: PickerProps): ComponentChild {
  const { choices } = picker;
  const chosen = choices.find((choice) => choice.id === value);
  if (choices.length <= maxChoices) {
    return (
      <div class="row">
        {chosen?.hex !== undefined && <Swatch hex={chosen.hex} />}
        {value !== '' && <Thumbnail shown={picker.picture?.(value) ?? null} sizes="64px" />}
        <select id={id} name={`d.${name}`} {...props}>
          <option value="">–</option>
          {chosen === undefined && value !== '' && (
            <option value={value} selected>
              {picker.label(value)} (cannot be chosen again)
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
  const words = value.trim().toLowerCase();
  const isSearched = searchedField === name;
  const hits = isSearched ? choices.filter(({ label }) => label.toLowerCase().includes(words)) : [];
  return (
    <>
      <div class="row">
        <input id={id} name={`d.${name}`} value={value} {...props} />
        <button type="submit" name="do" value={`find:${name}`} class="btn" formaction={`#${id}`}>
          Find<span class="vh"> by number or words</span>
        </button>
      </div>
      {/^\d+$/.test(value) && (
        <p class="hint">
          <Thumbnail shown={picker.picture?.(value) ?? null} sizes="64px" /> {picker.label(value)}
        </p>
      )}
      {isSearched && <p class="hint">{hits.length === 0 ? 'Nothing found.' : `${hits.length} found.`}</p>}
      <div class="row">
        {hits.slice(0, maxHits).map((hit) => (
          <button type="submit" name="do" value={`pick:${name}|${hit.id}`} class="btn sm" formaction={`#${id}`}>
            <Thumbnail shown={picker.picture?.(hit.id) ?? null} sizes="64px" /> {hit.label}
          </button>
        ))}
      </div>
    </>
  );
}
