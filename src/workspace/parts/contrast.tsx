import type { ComponentChild } from 'preact';
import { contrastRatio } from '../../content/contrast.js';

/** Colour on another one, both in hex. */
interface Pair {
  readonly name: ComponentChild;
  readonly front: string;
  readonly back: string;
}

/** Table of the contrast of colours, which advises and forbids nothing. Pairs with an invalid colour are left out. */
export function Contrasts({ caption, pairs }: { readonly caption: string; readonly pairs: readonly Pair[] }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Pair</th>
          <th class="whole" scope="col">
            Ratio
          </th>
          <th scope="col">Good for</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ name, front, back }) => {
          const ratio = contrastRatio(front, back);
          return ratio === null ? null : (
            <tr>
              <th scope="row">
                <Sample front={front} back={back} /> {name}
              </th>
              <td class="whole">{(Math.floor(ratio * 100) / 100).toFixed(2)} : 1</td>
              <td>{contrastText(ratio)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Level of WCAG 2.2 that a ratio reaches, and for which texts. */
function contrastText(ratio: number): string {
  if (ratio >= 7) return 'AAA: every text';
  if (ratio >= 4.5) return 'AA: every text; AAA: large text';
  return ratio >= 3 ? 'AA: only large text, signs and borders' : 'No text: below AA';
}

function Sample({ front, back }: Pick<Pair, 'front' | 'back'>): ComponentChild {
  return (
    <svg class="swatch" width={44} height={28} viewBox="0 0 44 28" aria-hidden="true">
      <rect width="44" height="28" fill={back} />
      <path d="M8 22 16 6l8 16M11 17h10M36 14a5 5 0 1 0 0 4M36 11v11" fill="none" stroke={front} stroke-width="3" />
    </svg>
  );
}
