import type { ComponentChildren } from 'preact';
import { visible } from '../lib/display-safety.js';
import { renderDocument } from '../portal/render.js';
import { type BrandRecord, isAtLeast, type PersonRecord, type Role } from '../registry/records.js';
import type { Principal } from '../registry/sessions.js';
import { address, addressedPart, type Fields, type PageReply, roleIn } from './context.js';
import { type Colleague, Rights } from './parts/rights.js';
import { Name } from './parts/text.js';
import { brandRoutes, portalRoutes, type WorkspaceRoute } from './routes.js';
import { roleNames } from './words.js';

/** Document around the content of a page. */
interface Frame {
  readonly title: string;
  /** `null`: no session. */
  readonly principal: Principal | null;
  readonly brand: BrandRecord | null;
  /** Display name of the brand; empty: it is not known. */
  readonly brandName?: string;
  readonly path: string;
  /** Params of the path. */
  readonly params: Fields;
  /** People of the brand with a higher role than this person. */
  readonly peopleToAsk: readonly Colleague[];
  /** Addresses of the style sheet and the script. */
  readonly assets: { readonly css: readonly string[]; readonly scripts: readonly string[] };
  /** Commit of the brand that the page shows; `null`: it shows no brand. */
  readonly commit: string | null;
  readonly refresh?: PageReply['refresh'] | undefined;
  readonly savingNote?: PageReply['savingNote'] | undefined;
  /** Whether it shows a sent form, with values that are not stored. */
  readonly isSent?: boolean;
}

export function renderPage(frame: Frame, body: ComponentChildren): Promise<string> {
  return renderDocument(<Document frame={frame} />, body);
}

/** Document with an empty `main`. */
function Document({ frame }: { readonly frame: Frame }) {
  const { title, principal, brand, path, peopleToAsk, assets, refresh, isSent } = frame;
  const brandName = visible(frame.brandName || (brand?.slug ?? ''));
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
        <title>{[title, brandName, 'Brand Portal'].filter(Boolean).join(' – ')}</title>
        <link rel="icon" href="data:," />
        {assets.css.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script type="module" src={src} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="bar">
          <a class="home" href="/backend">
            Brand Portal
          </a>
          {principal !== null && <SearchField brand={brand} name={brandName} />}
          {principal !== null && (
            <a
              class="me"
              href="/backend/me"
              data-person={principal.person.id}
              aria-current={path === '/backend/me' ? 'page' : undefined}
            >
              <Name text={principal.person.name} />
              {brand !== null && <small> {roleNames[roleOf(principal.person, brand)]}</small>}
            </a>
          )}
          {principal !== null && (
            <Navigation person={principal.person} brand={brand} brandName={brandName} path={path} />
          )}
        </header>
        <NewerVersionNotice frame={frame} />
        <main id="main" tabIndex={-1} data-sent={isSent || undefined} />
        {principal !== null && brand !== null && <Rights role={roleOf(principal.person, brand)} people={peopleToAsk} />}
      </body>
    </html>
  );
}

/** Live region, which the script fills when the brand, or the part that the page shows, has a newer version. */
function NewerVersionNotice({ frame: { brand, commit, params, savingNote } }: { readonly frame: Frame }) {
  // The page of a commit never changes.
  if (brand === null || commit === null || params.commit !== undefined) return null;
  const home = `/backend/brands/${brand.slug}`;
  const { scope, base } = addressedPart(params);
  return (
    <div
      role="status"
      class="live"
      data-watch={address(`${home}/newer`, { than: commit, ...scope })}
      data-merges={savingNote}
      data-compare={base === '' ? undefined : address(`${home}${base}/compare`, { from: commit })}
    />
  );
}

function SearchField({ brand, name }: { readonly brand: BrandRecord | null; readonly name: string }) {
  const label = `Search pages, language and facts of ${brand === null ? 'your brands' : name}`;
  return (
    <search aria-label={label}>
      <form action={brand === null ? '/backend/search' : `/backend/brands/${brand.slug}/search`}>
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder="Search pages, language, facts"
          maxLength={200}
          enterkeyhint="search"
        />
      </form>
    </search>
  );
}

const roleOf = (person: PersonRecord, brand: BrandRecord | null): Role =>
  (brand === null ? person.operator && 'admin' : roleIn(person, brand.slug)) || 'viewer';

interface NavigationProps {
  readonly person: PersonRecord;
  readonly brand: BrandRecord | null;
  readonly brandName: string;
  readonly path: string;
}

/** Links of the head, in one line, which scrolls sideways where it is too long. */
function Navigation({ person, brand, brandName, path }: NavigationProps) {
  const base = brand === null ? '/backend' : `/backend/brands/${brand.slug}`;
  const home = { path: '', name: brandName || 'Brands' };
  const role = roleOf(person, brand);
  const routes: readonly Pick<WorkspaceRoute, 'path' | 'link' | 'module'>[] =
    brand === null ? (person.operator ? portalRoutes : []) : brandRoutes.filter(({ who }) => isAtLeast(role, who));
  const shown = routes.flatMap(({ path, link, module }) =>
    link !== undefined && (module === undefined || brand?.modules.includes(module)) ? [{ path, name: link }] : [],
  );
  return (
    <nav aria-label={brand === null ? 'All brands' : `Brand ${brandName}`}>
      {[home, ...shown].map((link) => {
        const href = base + link.path;
        const isCurrent = link === home ? path === href : `${path}/`.startsWith(`${href}/`);
        return (
          <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
            {link.name}
          </a>
        );
      })}
    </nav>
  );
}
