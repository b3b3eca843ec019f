import type { ComponentChild } from 'preact';
import { contrastRatio } from '../../../content/contrast.js';
import { words } from '../../../words/words.js';

/** Colour on another one, both in hex. */
interface Pair {
  readonly name: string;
  readonly front: string;
  readonly back: string;
}

/** Card of the contrast of colours, which advises and forbids nothing. Pairs with an invalid colour are left out. */
export function Contrasts({ pairs }: { readonly pairs: readonly Pair[] }): ComponentChild {
  const ratios = new Intl.NumberFormat(words().locale, { minimumFractionDigits: 2 });
  return (
    <section class="card">
      <header>
        <h2>{words().theme.contrast}</h2>
      </header>
      <ul class="pairs">
        {pairs.map(({ name, front, back }) => {
          const ratio = contrastRatio(front, back);
          const [kind, text] = contrastText(ratio ?? 0);
          return ratio === null ? null : (
            <li key={name}>
              <svg class="swatch" width={44} height={36} viewBox="0 0 44 36" aria-hidden="true">
                <rect width="44" height="36" fill={back} />
                <path
                  d="M9 26 17 9l8 17M12 21h10M36 18a5 5 0 1 0 0 4M36 15v11"
                  fill="none"
                  stroke={front}
                  stroke-width="3"
                />
              </svg>
              <span class="grow">
                {name}
                <small class="num">{ratios.format(Math.floor(ratio * 100) / 100)} : 1</small>
              </span>
              <span class={`tag ${kind}`}>{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Level of WCAG 2.2 that a ratio reaches, and for which texts. */
function contrastText(ratio: number): readonly [kind: string, text: string] {
  if (ratio >= 7) return ['ok', 'AAA'];
  if (ratio >= 4.5) return ['ok', 'AA'];
  return ratio >= 3 ? ['warn', words().theme.largeText] : ['bad', words().theme.notForText];
}
