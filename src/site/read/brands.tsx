import type { ComponentChild } from 'preact';
import { Named } from '../parts/bar.js';
import { Icon } from '../parts/icon.js';

interface BrandsProps {
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  /** Address of the next brands; `null` if these are the last. */
  readonly nextHref: string | null;
  readonly signInHref: string;
}

export const brandsTitle = 'Brands';

/** Start page of a server: the brands that everyone reads, and that are listed. */
export function brandsPage({ brands, nextHref, signInHref }: BrandsProps): ComponentChild {
  return (
    <>
      <h1>{brandsTitle}</h1>
      {brands.length === 0 && (
        <p class="sub">
          <a href={signInHref}>Sign in</a> to see yours.
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
          <a href={nextHref}>More brands</a>
        </p>
      )}
    </>
  );
}
