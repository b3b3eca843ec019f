import type { ComponentChild, ComponentChildren } from 'preact';
import { idsReferredTo } from '../../content/blocks/references.js';
import type { BrandColor } from '../../content/brand.js';
import type { Catalog, PageRecord } from '../../content/catalog/catalog.js';
import { hexColor } from '../../content/hex-color.js';
import { type MediaFile, releasedFile } from '../../content/media.js';
import { derived } from '../../lib/derived.js';
import { PortalError } from '../../lib/errors.js';
import { sizeText } from '../../lib/size-text.js';
import { search } from '../../operations/search.js';
import { suggestWord } from '../../operations/suggest-word.js';
import { linkIn } from '../block-view.js';
import type { PortalContext, PortalReply } from '../context.js';
import { colorsNamed, folded, foldedWords, mediaNamed, peopleNamed, placesNamed } from '../named.js';
import { Avatar } from '../parts/avatar.js';
import { mayEdit, workspaceHref } from '../parts/bar.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { FoundIn } from '../parts/marks.js';
import { groundOf, hasPicture, MediumPicture } from '../parts/picture.js';
import { maxWords, nextRound, SearchForm } from '../parts/search-form.js';
import { VisibilityTag } from '../parts/visibility.js';
import { renderPart } from '../render.js';
import { chaptersAbove } from '../tree.js';

/** Upper bound on pages, language and facts. */
const maxPages = 20;

/** Search over everything that the reader may see. With `part`, its results only: the dialog shows them. */
export async function searchPage(context: PortalContext): Promise<PortalReply> {
  const { query } = context;
  const words = (query.q ?? '').trim().slice(0, maxWords);
  const found = words === '' ? { items: [], isBusy: false } : await foundBy(context, words);
  const results = await Results({ context, words, found });
  if (query.part !== undefined) return { type: 'text/html; charset=utf-8', text: renderPart(results) };
  const round = nextRound(query);
  const body = (
    <>
      <h1>Search</h1>
      <SearchForm context={context} words={words} />
      {results}
      {found.isBusy && (
        <p>
          <a href={context.href('/-/search', { q: words })}>Search again</a>
        </p>
      )}
    </>
  );
  const title = words === '' ? 'Search' : `${words} – Search`;
  if (!found.isBusy) return { title, body, isUnlisted: true };
  const again = round === null ? undefined : context.href('/-/search', { q: words, round });
  return { status: 503, again, title, body, isUnlisted: true };
}

interface ResultsProps {
  readonly context: PortalContext;
  readonly words: string;
}

type Found = Awaited<ReturnType<typeof foundBy>>;

/** Results in groups; `data-count` is their number. With `data-busy`, the index is being built. */
async function Results({ context, words, found }: ResultsProps & { readonly found: Found }): Promise<ComponentChild> {
  if (words === '') return <div class="res" data-count={0} />;
  const colors = colorsNamed(context.catalog, words);
  const media = mediaNamed(context.catalog, words);
  const of = (type: string) => found.items.filter((item) => item.type === type);
  const people = await peopleNamed(context, words);
  const places = placesNamed(context, words);
  const count = [found.items, colors, media, people, places].reduce((sum, { length }) => sum + length, 0);
  const suggestion =
    count > 0 || found.isBusy ? null : (await context.perform(suggestWord, { query: { q: words } })).value;
  return (
    <div class="res" data-count={count} data-busy={found.isBusy ? '' : undefined}>
      {found.isBusy && <p class="h">Search is getting ready …</p>}
      <Group title="Pages">{of('page').map((item) => PageHit({ context, item }))}</Group>
      <Group title="Colours">{colors.map((color) => ColorHit({ context, color, words }))}</Group>
      <Group title="Media">{media.map((medium) => MediumHit({ context, medium, words }))}</Group>
      <Group title="Language">{of('section').map((item) => TextHit({ context, item, icon: 'languages' }))}</Group>
      <Group title="Facts">{of('entry').map((item) => TextHit({ context, item, icon: 'badge-check' }))}</Group>
      <Group title="People">
        {people.map(({ id, name }) => (
          <WorkHit context={context} words={words} name={name} path={`/people/${id}`} sign={<Avatar name={name} />} />
        ))}
      </Group>
      <Group title="Workspace">
        {places.map(([path, name, icon]) => (
          <WorkHit context={context} words={words} name={name} path={path} sign={<Icon name={icon} />} />
        ))}
      </Group>
      {count === 0 && !found.isBusy && <Nothing context={context} words={words} suggestion={suggestion} />}
    </div>
  );
}

async function foundBy({ perform }: PortalContext, words: string) {
  try {
    const { value } = await perform(search, { query: { q: words, limit: String(maxPages) } });
    return { items: value, isBusy: false };
  } catch (error) {
    if (error instanceof PortalError && error.code === 'busy') return { items: [], isBusy: true };
    throw error;
  }
}

function Nothing({ context, words, suggestion }: ResultsProps & { readonly suggestion: string | null }) {
  const { contact } = context.catalog.portal;
  return (
    <div class="empty">
      <Icon name="search" />
      <b>Nothing for ‘{words}’.</b>
      {suggestion !== null && (
        <p>
          Did you mean <a href={context.href('/-/search', { q: suggestion })}>{suggestion}</a>?
        </p>
      )}
      {contact !== null && <a {...linkIn(context, contact.url)}>{contact.label}</a>}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly ComponentChild[] }) {
  if (children.length === 0) return null;
  return (
    <>
      <h2 class="h">{title}</h2>
      {children}
    </>
  );
}

interface HitProps {
  readonly sign: ComponentChild;
  /** Classes of the ground of a drawing. */
  readonly ground?: string;
  readonly title: ComponentChild;
  /** `undefined` if it has no page of its own. */
  readonly href: string | undefined;
  readonly children?: ComponentChildren;
  readonly end?: ComponentChild;
}

/** A row: the title's link covers it, its buttons are above that. */
function Hit({ sign, ground = '', title, href, children, end }: HitProps) {
  return (
    <div class="hit">
      <span class={`sq ${ground}`.trimEnd()}>{sign}</span>
      <span>
        <b class="cut">{href === undefined ? title : <a href={href}>{title}</a>}</b>
        <small class="cut">{children}</small>
      </span>
      {end}
    </div>
  );
}

type FoundItem = Found['items'][number];

function PageHit({ context, item }: { readonly context: PortalContext; readonly item: FoundItem }) {
  const { catalog, pageHref } = context;
  const page = catalog.pages.get(Number(item.id));
  if (page === undefined) return null;
  const chapters = chaptersAbove(catalog, page).map(({ title }) => title);
  const anchor = item.block_id === null ? '' : `#${item.block_id}`;
  return (
    <Hit
      key={page.id}
      sign={<Icon name="file-text" />}
      title={page.title}
      href={pageHref(page.slug) + anchor}
      end={<VisibilityTag context={context} page={page} />}
    >
      {chapters.join(' › ')}
      {chapters.length > 0 && item.excerpt !== '' && ' · '}
      <FoundIn text={item.excerpt} ranges={item.matches} />
    </Hit>
  );
}

function TextHit({ context, item, icon }: { context: PortalContext; item: FoundItem; icon: IconName }) {
  const path = item.type === 'section' ? `/language/${item.id}/edit` : `/context/${item.id}/edit`;
  return (
    <Hit
      key={`${item.type} ${item.id}`}
      sign={<Icon name={icon} />}
      title={item.title}
      href={mayEdit(context) ? workspaceHref(context, path) : undefined}
    >
      <FoundIn text={item.excerpt} ranges={item.matches} />
    </Hit>
  );
}

interface ColorHitProps extends ResultsProps {
  readonly color: BrandColor;
}

function ColorHit({ context, color, words }: ColorHitProps) {
  const { id, name, hex, rgb, pantone } = color;
  const page = shownOn(context.catalog).get(`c${id}`);
  const notations = [hex, rgb && `RGB ${rgb}`, pantone && `Pantone ${pantone}`].filter(Boolean);
  return (
    <Hit
      key={id}
      sign={
        hexColor.test(hex) && (
          <svg viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" fill={hex} />
          </svg>
        )
      }
      title={<Marked text={name} words={words} />}
      href={page && `${context.pageHref(page.slug)}`}
      end={
        <Button icon="copy" class="btn sm" data-copy={hex} aria-label={`Copy ${name} ${hex}`}>
          Copy
        </Button>
      }
    >
      {notations.join(' · ')}
    </Hit>
  );
}

interface MediumHitProps extends ResultsProps {
  readonly medium: MediaFile;
}

function MediumHit({ context, medium, words }: MediumHitProps) {
  const { id, title, caption, width, height } = medium;
  const file = releasedFile(context.catalog, id);
  const page = shownOn(context.catalog).get(`m${id}`);
  const kind = file?.name.split('.').at(-1)?.toUpperCase();
  const size = width && height ? `${width} × ${height}` : file && sizeText(file.bytes);
  return (
    <Hit
      key={id}
      sign={
        hasPicture(context, id) ? <MediumPicture context={context} id={id} alt="" sizes="32px" /> : <Icon name="file" />
      }
      ground={groundOf(context, id)}
      title={<Marked text={title ?? file?.name ?? String(id)} words={words} />}
      href={page && context.pageHref(page.slug)}
      end={
        file && (
          <a class="btn sm ic" href={context.downloadHref(id, file)} aria-label={`Download ${title ?? file.name}`}>
            <Icon name="download" />
          </a>
        )
      }
    >
      {[caption, [kind, size].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
    </Hit>
  );
}

interface WorkHitProps extends ResultsProps {
  readonly name: string;
  /** Below the brand's workspace. */
  readonly path: string;
  readonly sign: ComponentChild;
}

/** Person, or place of the workspace. */
const WorkHit = ({ context, words, name, path, sign }: WorkHitProps) => (
  <Hit key={path} sign={sign} title={<Marked text={name} words={words} />} href={workspaceHref(context, path)} />
);

/** Text with the beginnings of words that are looked for marked. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const looked = foldedWords(words);
  return (
    <>
      {text
        .split(/([^\p{L}\p{N}]+)/u)
        .map((word) => (looked.some((term) => folded(word).startsWith(term)) ? <mark>{word}</mark> : word))}
    </>
  );
}

/** The first page that shows a medium (`m3`) or a colour (`c2`). */
const shownOn = derived((catalog: Catalog): ReadonlyMap<string, PageRecord> => {
  const first = new Map<string, PageRecord>();
  for (const page of catalog.pages.values()) {
    for (const [kind, mark] of [
      ['media', 'm'],
      ['color', 'c'],
    ] as const) {
      for (const id of idsReferredTo(page.refs, kind)) if (!first.has(mark + id)) first.set(mark + id, page);
    }
  }
  return first;
});
