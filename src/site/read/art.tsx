import { idsReferredTo } from '../../content/blocks/references.js';
import type { BrandColor } from '../../content/brand.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { contrastRatio } from '../../content/contrast.js';
import { colorValue, hexColor } from '../../content/hex-color.js';
import type { BrandContext } from '../context.js';
import { pagesBelow } from '../frame/tree.js';
import { groundOf, hasPicture, MediumPicture, picturesOf } from '../parts/picture.js';
import { placesIn } from './places.js';

/** Picture of a page where it is named, made from what the page holds. */
export type Art =
  | { readonly kind: 'pictures' /** One, or four of a gallery. */; readonly ids: readonly number[] }
  | { readonly kind: 'logo' /** Picture for dark grounds. */; readonly id: number }
  | { readonly kind: 'colors'; readonly hexes: readonly string[] }
  | { readonly kind: 'specimen' }
  | { readonly kind: 'pattern' /** Number that the pattern is made from. */; readonly seed: number };

/** Number of pictures of a gallery in the place of one. */
const four = 4;
/** Upper bound on pages of a chapter that are looked at for its art. */
const maxPages = 50;

/**
 * Art of pages in one view, by their ids. No picture is repeated, and no strip of colours. Of a page it is the cover, else its first picture or
 * four of the gallery that is its first, else its palette, else a specimen, for the page of the typefaces; of a chapter
 * its cover, else that of the first of its pages that has any. The rest have a pattern.
 *
 * @param pages the first ones choose first
 * @param shown media that the view shows already
 */
export function artsOf(
  context: BrandContext,
  pages: readonly PageRecord[],
  shown: readonly (number | null | undefined)[] = [],
): ReadonlyMap<number, Art> {
  const { catalog } = context;
  const isPictured = picturesOf(context);
  const used = new Set(shown);
  const strips = new Set<string>();
  const { type } = placesIn(context);

  function ownArt(page: PageRecord): Art | null {
    const isFree = (id: number): boolean => !used.has(id) && isPictured(id);
    const all = idsReferredTo(page.refs, 'media').filter(isFree);
    const pictures = idsReferredTo(page.pictures, 'media').filter(isFree);
    const isGallery = pictures.length === four && (page.cover === null || !all.includes(page.cover));
    const [single] = [page.cover ?? 0, ...pictures, ...all].filter((id) => all.includes(id));
    if (single !== undefined) return { kind: 'pictures', ids: isGallery ? pictures : [single] };
    const hexes = stripOf(idsReferredTo(page.refs, 'color').flatMap((id) => catalog.colors.get(id) ?? []));
    if (hexes.length > 1 && !strips.has(hexes.join())) return { kind: 'colors', hexes };
    return page === type ? { kind: 'specimen' } : null;
  }

  function artOf(page: PageRecord): Art {
    const below = page.type === 'container' ? pagesBelow(catalog, page.id).slice(0, maxPages) : [];
    for (const candidate of [page, ...below]) {
      const art = ownArt(candidate);
      if (art?.kind === 'pictures') for (const id of art.ids) used.add(id);
      if (art?.kind === 'colors') strips.add(art.hexes.join());
      if (art !== null) return art;
    }
    return { kind: 'pattern', seed: page.id };
  }

  return new Map(pages.map((page) => [page.id, artOf(page)]));
}

/** The brand's logo for dark grounds; `null` if there is none. */
export function logoArt(context: BrandContext): Art | null {
  const { logo_dark } = context.catalog.portal;
  return hasPicture(context, logo_dark) ? { kind: 'logo', id: logo_dark } : null;
}

/** Drawing of a page that is nearest to a square, which shows most in a small frame; without one, the brand's logo. */
export function signArt(context: BrandContext, page: PageRecord): Art | null {
  const { media } = context.catalog;
  const squareness = (id: number): number => {
    const { width, height } = media.get(id) ?? {};
    return Math.abs(Math.log((width || 1) / (height || 1)));
  };
  const isPictured = picturesOf(context);
  const [id] = idsReferredTo(page.refs, 'media')
    .filter((id) => isPictured(id) && groundOf(context, id) !== '')
    .sort((a, b) => squareness(a) - squareness(b));
  return id === undefined ? logoArt(context) : { kind: 'pictures', ids: [id] };
}

/** Upper bound on colours of a strip. */
const maxStrip = 6;

/** Colours that a strip shows: bright ones first; those that look like paper only where there are few others. */
export function stripOf(colors: Iterable<BrandColor>): readonly string[] {
  const hexes = [...colors]
    .sort((a, b) => a.id - b.id)
    .map(({ hex }) => hex)
    .filter((hex) => hexColor.test(hex));
  const visible = hexes.filter((hex) => (contrastRatio(hex, '#ffffff') ?? 1) >= 1.2);
  const chosen = visible.length < 3 ? hexes : visible;
  return [...chosen.filter(isBright), ...chosen.filter((hex) => !isBright(hex))].slice(0, maxStrip);
}

/** Whether a colour is not grey. */
function isBright(hex: string): boolean {
  const components = colorValue(hex)?.components ?? [];
  return Math.max(...components) - Math.min(...components) >= 0.12;
}

/** Colours in a row. */
export function Strip({ hexes, class: name }: { readonly hexes: readonly string[]; readonly class?: string }) {
  return (
    <svg class={name} viewBox={`0 0 ${hexes.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      {hexes.map((hex, at) => (
        <rect key={at} x={at} width="1.01" height="1" fill={hex} stroke="#8883" vector-effect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

interface ArtProps {
  readonly context: BrandContext;
  readonly art: Art;
  /** Width in which it is shown, as in CSS. */
  readonly sizes: string;
  /** Whether it is seen without scrolling. */
  readonly isFirst?: boolean;
}

/** Art on its ground. It says nothing that the words next to it do not say. */
export function ArtView({ context, art, sizes, isFirst = false }: ArtProps) {
  switch (art.kind) {
    case 'pictures': {
      const [ground, ...rest] = art.ids.map((id) => (
        <div key={id} class={`art ${groundOf(context, id)}`.trimEnd()}>
          <MediumPicture context={context} id={id} alt="" sizes={sizes} isFirst={isFirst} />
        </div>
      ));
      return rest.length === 0 ? (ground ?? null) : <div class="art four">{[ground, ...rest]}</div>;
    }
    case 'logo':
      return (
        <div class="art drawn deep">
          <MediumPicture context={context} id={art.id} alt="" sizes={sizes} isFirst={isFirst} />
        </div>
      );
    case 'colors':
      return (
        <div class="art">
          <Strip hexes={art.hexes} />
        </div>
      );
    case 'specimen':
      return (
        <div class="art aa" aria-hidden="true">
          <span>
            Aa<i>é</i>
          </span>
        </div>
      );
    case 'pattern':
      return (
        <div class="art tiles">
          <Pattern seed={art.seed} />
        </div>
      );
  }
}

const columns = 6;
const rows = 3;

/** Quarters of circles in the brand's colours, turned by the digits of a number. */
function Pattern({ seed }: { readonly seed: number }) {
  const tones = ['', '', ''];
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  for (let at = 0; at < columns * rows; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const digits = state >>> 24;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    // Corner of the tile that is the centre of its circle.
    const [right, low] = [digits & 1, (digits >> 1) & 1];
    const start = `M${x + right} ${y + low}`;
    const arc = `v${low ? -1 : 1}A1 1 0 0 ${right === low ? 0 : 1} ${x + 1 - right} ${y + low}z`;
    const tone = (digits >> 2) % 8;
    tones[tone < 4 ? 0 : tone < 7 ? 1 : 2] += start + arc;
  }
  return (
    <svg viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {tones.map((path, at) => (
        <path key={at} d={path} />
      ))}
    </svg>
  );
}
