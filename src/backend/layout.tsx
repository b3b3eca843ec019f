import type { ComponentChildren } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import type { Module } from '../content/brand.js';
import { yieldWhenDue } from '../lib/concurrency.js';
import { visible } from '../lib/display-safety.js';
import { type BrandRecord, isAtLeast, type PersonRecord, type Role } from '../registry/records.js';
import type { Principal } from '../registry/sessions.js';
import { address, addressedPart, type Fields, roleIn } from './context.js';
import { type Colleague, Rights } from './parts/rights.js';
import { Name } from './parts/text.js';
import { draw, withoutUncharacters } from './render.js';
import { roleNames } from './words.js';

/** A document around the content of a page. */
interface Frame {
  readonly title: string;
  /** `null`: no session. */
  readonly principal: Principal | null;
  readonly brand: BrandRecord | null;
  /** As people read it; empty: it is not known. */
  readonly brandName?: string;
  readonly path: string;
  readonly params: Fields;
  /** People of the brand who may more than this one. */
  readonly above: readonly Colleague[];
  /** Addresses of the style sheet and the script. */
  readonly assets: { readonly css: readonly string[]; readonly scripts: readonly string[] };
  /** The brand's commit that the page shows. */
  readonly seen: string | null;
  /** Address that the browser loads next, at once. */
  readonly refresh?: string | undefined;
  /** See `PageReply`. */
  readonly isWriting?: string | undefined;
  /** Whether it shows a form that was sent. */
  readonly isSent?: boolean;
}

/** Draws a whole document, yielding to other requests between its parts. */
export async function renderPage(frame: Frame, body: ComponentChildren): Promise<string> {
  const empty = withoutUncharacters(renderToStaticMarkup(<Document frame={frame} />));
  const end = empty.lastIndexOf('</main>');
  let html = `<!DOCTYPE html>\n${empty.slice(0, end)}`;
  for (const piece of draw(body)) {
    html += withoutUncharacters(piece);
    await yieldWhenDue();
  }
  return html + empty.slice(end);
}

/** The document with an empty `main`. */
function Document({ frame }: { readonly frame: Frame }) {
  const { title, principal, brand, path, params, above, assets, seen, refresh, isWriting, isSent } = frame;
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
          {principal !== null && <Links person={principal.person} brand={brand} brandName={brandName} path={path} />}
        </header>
        {brand !== null && seen !== null && live(brand, params, seen, isWriting)}
        <main id="main" tabIndex={-1} data-sent={isSent || undefined} />
        {principal !== null && brand !== null && <Rights role={roleOf(principal.person, brand)} above={above} />}
      </body>
    </html>
  );
}

/** Live region, which the script fills when the brand, or the part that the page shows, has a newer version. */
function live(brand: BrandRecord, params: Fields, seen: string, isWriting: string | undefined) {
  // A commit never changes.
  if (params.commit !== undefined) return null;
  const home = `/backend/brands/${brand.slug}`;
  const { scope, base } = addressedPart(params);
  return (
    <div
      role="status"
      class="live"
      data-watch={address(`${home}/newer`, { than: seen, ...scope })}
      data-merges={isWriting}
      data-compare={base === '' ? undefined : address(`${home}${base}/compare`, { from: seen })}
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

interface Part {
  readonly path: string;
  readonly name: string;
  /** Minimum role; an operator is an admin of what belongs to no brand. */
  readonly role?: Role;
  readonly module?: Module;
}

/** Links of the head in a brand, below its address. */
const brandParts: readonly Part[] = [
  { path: '/changes', name: 'Changes' },
  { path: '/pages', name: 'Pages' },
  { path: '/colors', name: 'Colours' },
  { path: '/theme', name: 'Theme' },
  { path: '/language', name: 'Language', module: 'corporate_language' },
  { path: '/context', name: 'Facts', module: 'brand_agent' },
  { path: '/media', name: 'Media' },
  { path: '/trash', name: 'Trash' },
  { path: '/people', name: 'People', role: 'admin' },
  { path: '/keys', name: 'Keys', role: 'admin' },
  { path: '/webhooks', name: 'Webhooks', role: 'admin' },
  { path: '/settings', name: 'Settings', role: 'admin' },
  { path: '/stats', name: 'Statistics', role: 'admin' },
];

/** Links of the head outside a brand, below `/backend`. */
const otherParts: readonly Part[] = [
  { path: '/operator', name: 'All brands', role: 'admin' },
  { path: '/people', name: 'All people', role: 'admin' },
  { path: '/operator/health', name: 'Health', role: 'admin' },
];

const roleOf = (person: PersonRecord, brand: BrandRecord | null): Role =>
  (brand === null ? person.operator && 'admin' : roleIn(person, brand.slug)) || 'viewer';

interface LinksProps {
  readonly person: PersonRecord;
  readonly brand: BrandRecord | null;
  readonly brandName: string;
  readonly path: string;
}

/** One line, which scrolls sideways where it is too long. */
function Links({ person, brand, brandName, path }: LinksProps) {
  const base = brand === null ? '/backend' : `/backend/brands/${brand.slug}`;
  const home = { path: '', name: brandName || 'Brands' };
  const role = roleOf(person, brand);
  const shown = (brand === null ? otherParts : brandParts).filter(
    (part) =>
      isAtLeast(role, part.role ?? 'viewer') && (part.module === undefined || brand?.modules.includes(part.module)),
  );
  return (
    <nav aria-label={brand === null ? 'All brands' : `Brand ${brandName}`}>
      {[home, ...shown].map((part) => {
        const href = base + part.path;
        const isCurrent = part === home ? path === href : `${path}/`.startsWith(`${href}/`);
        return (
          <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
            {part.name}
          </a>
        );
      })}
    </nav>
  );
}
