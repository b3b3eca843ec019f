import type { ComponentChild } from 'preact';
import type { BrandColor } from '../../content/brand.js';
import { contrastRatio } from '../../content/contrast.js';
import { colorValue, hexColor } from '../../content/hex-color.js';
import { fill, numberText, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { text } from './data.js';
import type { BlockView } from './view.js';

interface PaletteProps {
  readonly title: unknown;
  readonly ids: readonly unknown[];
  readonly view: BlockView;
}

/** Lower bound on colours of a palette that has a compact view, too. */
const minCompact = 4;

export function Palette({ title, ids, view }: PaletteProps): ComponentChild {
  const Tag = view.heading(2);
  const head = view.plain(title, 'title');
  const colors = ids.flatMap((id) => view.color(id) ?? []);
  const missing = view.isEditor ? ids.filter((id) => view.color(id) === null) : [];
  return (
    <>
      {head !== null && <Tag>{head}</Tag>}
      {colors.length >= minCompact && (
        <label class="pal-view" {...view.langs.frame}>
          <input type="checkbox" autocomplete="off" checked={view.isCompact?.()} />
          {words().blocks.compact}
        </label>
      )}
      <div class="pal">
        {colors.map((color) => (
          <Color color={color} view={view} />
        ))}
        {view.controls('color_ids')}
      </div>
      {colors.length > 0 && <ColorFiles view={view} />}
      {missing.map((id) => (
        <span class="tag warn" {...view.langs.frame}>
          {fill(words().blocks.colorIsGone, { id: text(id) })}
        </span>
      ))}
    </>
  );
}

const fileFormats = [
  ['ase', 'ASE'],
  ['css', 'CSS'],
  ['json', 'JSON'],
] as const;

/** All colours of the brand as files for programs. */
function ColorFiles({ view: { colorFile, langs } }: { readonly view: BlockView }): ComponentChild {
  const { colorFiles, colorsAs } = words().blocks;
  const links = fileFormats.flatMap(([format, name]) => {
    const address = colorFile(format);
    return address === null ? [] : [[address, name] as const];
  });
  if (links.length === 0) return null;
  return (
    <p class="row wrap pal-files" {...langs.frame}>
      {colorFiles}
      {links.map(([address, name]) => (
        <a class="btn sm" href={address} download aria-label={fill(colorsAs, { format: name })}>
          <Icon name="download" />
          {name}
        </a>
      ))}
    </p>
  );
}

/** Text colours against which a colour is measured. */
const grounds = [
  { name: 'white', hex: '#ffffff' },
  { name: 'ink', hex: '#141a24' },
] as const;

interface ColorProps {
  readonly color: BrandColor;
  readonly view: BlockView;
}

function Color({ color, view: { isWriting, langs, langOfRecord } }: ColorProps): ComponentChild {
  const { id, name, description, hex, shades } = color;
  const isColor = hexColor.test(hex);
  const notations = [
    ['RGB', color.rgb || rgbOf(hex)],
    ['CMYK', color.cmyk],
    ['Pantone', color.pantone],
    ['RAL', color.ral?.replace(/^RAL\s+/i, '')],
  ] as const;
  /** A button that copies; while the page is written it leads to the colours of the block. */
  const copies = (value: unknown, label: string): object =>
    isWriting
      ? {}
      : { 'data-copy': text(value), 'aria-label': fill(words().blocks.copyColor, { name: label, value: text(value) }) };
  const shown = shades.filter((shade) => shade.hex !== null && hexColor.test(shade.hex));
  return (
    <article class="col" id={`color-${id}`} {...langs.brand} {...langOfRecord?.('color', id)}>
      <Button class={`sw1 ${inkOn(hex)}`} {...copies(hex, name)}>
        <Fill hex={hex} />
        <span>{name}</span>
        <span>{hex.toUpperCase()}</span>
      </Button>
      {shown.length > 0 && (
        <div class="ramp">
          {shown.map((shade) => (
            <Button class={inkOn(text(shade.hex))} {...copies(shade.hex, `${name} ${text(shade.opacity)}`)}>
              <Fill hex={text(shade.hex)} />
              <span>{text(shade.opacity).replace('%', '')}</span>
            </Button>
          ))}
        </div>
      )}
      {text(description) !== '' && <p class="why">{description}</p>}
      <div class="vals" {...langs.frame}>
        {notations.map(
          ([label, value]) =>
            text(value) !== '' && (
              <Button class="cp" {...copies(value, label)}>
                <span class="k">{label} </span>
                <span class="v">{text(value)}</span>
                <Icon name="copy" />
                <Icon name="check" />
              </Button>
            ),
        )}
      </div>
      {isColor && (
        <div class="con" {...langs.frame}>
          {grounds.map((ground) => (
            <span class="pair">
              <svg class="dot2" viewBox="0 0 18 18" aria-hidden="true">
                <circle cx="9" cy="9" r="9" fill={hex} />
                <text x="9" y="12.5" text-anchor="middle" fill={ground.hex}>
                  A
                </text>
              </svg>
              {words().blocks[ground.name]} {verdictOf(contrastRatio(ground.hex, hex) ?? 1)}
            </span>
          ))}
        </div>
      )}
    </article>
  );
}

/** Ground of a swatch; empty for a value that is not a colour. */
export function Fill({ hex }: { readonly hex: string }): ComponentChild {
  if (!hexColor.test(hex)) return null;
  return (
    <svg class="fill" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="1" height="1" fill={hex} />
    </svg>
  );
}

/** Class of a text on a colour: white or ink, the better one. */
function inkOn(hex: string): 'over-dark' | 'over-light' {
  return (contrastRatio('#ffffff', hex) ?? 1) >= (contrastRatio('#141a24', hex) ?? 21) ? 'over-dark' : 'over-light';
}

/** Ratio and level of contrast for a text of normal size (WCAG 2.2, 1.4.3 and 1.4.6). */
function verdictOf(ratio: number): string {
  // Never rounded up to a level that it does not reach.
  const shown = numberText(Math.floor(ratio * 10) / 10, 1);
  if (ratio >= 7) return `${shown} AAA`;
  if (ratio >= 4.5) return `${shown} AA`;
  const { largeOnly, fails } = words().blocks;
  return fill(ratio >= 3 ? largeOnly : fails, { ratio: shown });
}

function rgbOf(hex: string): string | null {
  const value = colorValue(hex);
  return value === null ? null : value.components.map((part) => Math.round(part * 255)).join(', ');
}
