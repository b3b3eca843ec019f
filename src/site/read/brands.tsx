import type { ComponentChild } from 'preact';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import { Named } from '../frame/bar.js';
import { Icon } from '../parts/icon.js';

interface BrandsProps {
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  /** Address of the next brands; `null` if these are the last. */
  readonly nextHref: string | null;
  readonly signInHref: string;
}

/** Start page of a server: the brands that everyone reads, and that are listed. */
export function brandsPage({ brands, nextHref, signInHref }: BrandsProps): ComponentChild {
  const { gate: texts, common } = words();
  return (
    <>
      <h1>{texts.brands}</h1>
      {brands.length === 0 && (
        <p class="sub">
          <Filled text={texts.signInForBrands} values={{ signIn: <a href={signInHref}>{common.signIn}</a> }} />
        </p>
      )}
      {brands.length > 0 && (
        <ul class="rows">
          {brands.map(({ slug, name }) => (
            <li key={slug}>
              <a href={`/brands/${slug}/`}>
                <Named name={name} />
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {nextHref !== null && (
        <p>
          <a href={nextHref}>{texts.moreBrands}</a>
        </p>
      )}
    </>
  );
}
