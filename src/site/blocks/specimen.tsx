import type { ComponentChild } from 'preact';
import { words } from '../../words/words.js';
import type { BlockView, ShownFont } from './view.js';

interface SpecimenProps {
  readonly font: ShownFont;
  readonly view: BlockView;
}

/**
 * Letters of a font of the theme, in place of a heading that is its family's name, of any level: a section of the page.
 */
export function Specimen({ font: { family, role, faces, sample, isStored }, view }: SpecimenProps): ComponentChild {
  const Tag = view.heading(2);
  const face = classOf(family);
  return (
    <section class={`spec ${/\bmono\b/i.test(family) ? 'mono-like' : ''}`}>
      <header>
        <Tag>{family}</Tag>
        {role !== '' && (
          <span class="tag" {...view.langs.brand}>
            {role}
          </span>
        )}
        {!isStored && (
          <span class="end" {...view.langs.frame}>
            {words().blocks.standIn}
          </span>
        )}
      </header>
      <div class={`big ${face}`} aria-hidden="true">
        <span class="aa">Aa</span>
        <p class="gl">ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ abcdefghijklmnopqrstuvwxyzäöüß 0123456789 &amp;@€?!</p>
      </div>
      <div class={`ws ${face}`} {...view.langs.brand}>
        {faces.map(({ weight, style }) => (
          <div class={`w${Math.round(weight / 100) * 100}${style === 'italic' ? ' it-face' : ''}`}>
            <small>{style === 'normal' ? weight : `${weight} ${style}`}</small>
            {sample}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Class that the theme's sheet gives the family of a font. */
export function classOf(family: string): string {
  return `font-${family.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}
