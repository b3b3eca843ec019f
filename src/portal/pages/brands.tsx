import type { ComponentChild } from 'preact';

interface BrandsProps {
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  /** Address of the next brands; `null`: these are the last. */
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
      <ul class="list">
        {brands.map(({ slug, name }) => (
          <li class="li" key={slug}>
            <a class="grow" href={`/brands/${slug}/`}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {nextHref !== null && (
        <p>
          <a href={nextHref}>More brands</a>
        </p>
      )}
    </>
  );
}
