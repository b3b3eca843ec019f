import type { ComponentChild } from 'preact';
import { capitalised } from '../../lib/capitalised.js';
import { PortalError } from '../../lib/errors.js';
import { type SearchResult, search } from '../../operations/search.js';
import { suggestWord } from '../../operations/suggest-word.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { linkIn } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { draftHref } from '../frame/draft-note.js';
import { InLanguage, langOf, languageName } from '../frame/language.js';
import { ChapterPath } from '../frame/navigation.js';
import { renderPart } from '../frame/render.js';
import { maxWords, nextRound, SearchForm } from '../frame/search-form.js';
import { chaptersAbove } from '../frame/tree.js';
import {
  collectionsNamed,
  colorFilesNamed,
  colorsNamed,
  draftsNamed,
  mediaNamed,
  peopleNamed,
  placesNamed,
} from '../named.js';
import { Avatar } from '../parts/avatar.js';
import { Icon, type IconName } from '../parts/icon.js';
import { FoundIn } from '../parts/marks.js';
import { VisibilityTag } from '../parts/visibility.js';
import type { ReadReply } from '../replies.js';
import { CollectionHit, ColorHit, FileHit, Hit, Marked, MediumHit, type ResultsProps } from './search-hits.js';

/** Upper bound on pages, language and facts. */
const maxPages = 20;

/** Search over everything that the reader may see. With `part`, its results only: the dialog shows them. */
export async function searchPage(context: BrandContext): Promise<ReadReply> {
  const { query } = context;
  const looked = (query.q ?? '').trim().slice(0, maxWords);
  const found = looked === '' ? { items: [], isBusy: false } : await foundBy(context, looked);
  const { results, count } = await resultsOf({ context, looked, found });
  const missed = count === 0 && looked !== '' && !found.isBusy ? looked : undefined;
  if (query.part !== undefined) {
    // The dialog asks while someone types, and once more for words that are typed and found nothing.
    const isTyped = query.typed !== undefined;
    return { type: 'text/html; charset=utf-8', text: renderPart(results), ...(isTyped && { missed }) };
  }
  const texts = words().find;
  const round = nextRound(query);
  const body = (
    <>
      <h1>{texts.title}</h1>
      <SearchForm context={context} looked={looked} />
      {results}
      {found.isBusy && (
        <p>
          <a href={context.href('/-/search', { q: looked })}>{texts.again}</a>
        </p>
      )}
    </>
  );
  const title = looked === '' ? texts.title : fill(texts.titleOf, { words: looked });
  if (!found.isBusy) return { title, body, isUnlisted: true, missed };
  const again = round === null ? undefined : context.href('/-/search', { q: looked, round });
  return { status: 503, again, title, body, isUnlisted: true };
}

type Found = Awaited<ReturnType<typeof foundBy>>;

/** Results in groups; `data-count` is their number. With `data-busy`, the index is being built. */
async function resultsOf({ context, looked, found }: ResultsProps & { readonly found: Found }): Promise<{
  readonly count: number;
  readonly results: ComponentChild;
}> {
  if (looked === '') return { count: 0, results: <div class="res" data-count={0} /> };
  const { find: texts, common } = words();
  const { language } = context;
  const colors = colorsNamed(context.catalog, looked);
  const media = mediaNamed(context.catalog, looked);
  const collections = collectionsNamed(context.catalog, looked);
  const colorFiles = colorFilesNamed(looked);
  const of = (type: string) => found.items.filter((item) => item.type === type);
  const drafts = await draftsNamed(context, looked);
  const people = await peopleNamed(context, looked);
  const places = placesNamed(context, looked);
  const count = [found.items, drafts, colors, colorFiles, collections, media, people, places].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  const suggestion =
    count > 0 || found.isBusy
      ? null
      : (await context.perform(suggestWord, { query: { q: looked, ...(language !== null && { lang: language }) } }))
          .value;
  // A suggestion is a word of the content, so it has results of its own.
  const suggested =
    suggestion === null || suggestion === looked
      ? null
      : await resultsOf({ context, looked: suggestion, found: await foundBy(context, suggestion) });
  const results = (
    <div class="res" data-count={count || suggested?.count} data-busy={found.isBusy ? '' : undefined}>
      {found.isBusy && <p class="h">{texts.isBusy}</p>}
      <Group title={words().frame.pages}>{of('page').map((item) => PageHit({ context, item, looked }))}</Group>
      <Group title={common.yourDrafts}>
        {drafts.map((page) => (
          <Hit
            key={`${page.draft} ${page.id}`}
            sign={<Icon name="file-text" />}
            title={<Marked text={page.title} looked={looked} />}
            lang={context.lang(context.catalog.pages.get(page.id))}
            href={draftHref(context, page)}
          >
            {common.proposalStates.draft}
          </Hit>
        ))}
      </Group>
      <Group title={words().places.colors}>
        {[
          ...colorFiles.map(([name, path]) => FileHit({ context, name, path, looked })),
          ...colors.map((color) => ColorHit({ context, color, looked })),
        ]}
      </Group>
      <Group title={words().collections.title}>
        {collections.map((collection) => CollectionHit({ context, collection, looked }))}
      </Group>
      <Group title={words().places.media}>{media.map((medium) => MediumHit({ context, medium, looked }))}</Group>
      <Group title={words().places.language}>
        {of('section').map((item) => TextHit({ context, item, looked, icon: 'languages' }))}
      </Group>
      <Group title={words().places.facts}>
        {of('entry').map((item) => TextHit({ context, item, looked, icon: 'badge-check' }))}
      </Group>
      <Group title={words().places.people}>
        {people.map(({ id, name }) => (
          <WorkHit context={context} looked={looked} name={name} path={`/people/${id}`} sign={<Avatar name={name} />} />
        ))}
      </Group>
      <Group title={words().frame.workspace}>
        {places.map(([path, name, icon]) => (
          <WorkHit context={context} looked={looked} name={name} path={path} sign={<Icon name={icon} />} />
        ))}
      </Group>
      {count === 0 && !found.isBusy && <Nothing context={context} looked={looked} suggestion={suggestion} />}
      {suggested !== null && suggestion !== null && (
        <>
          <p class="h">{fill(texts.resultsFor, { words: suggestion })}</p>
          {suggested.results}
        </>
      )}
    </div>
  );
  return { count, results };
}

async function foundBy({ perform, catalog, source, language }: BrandContext, looked: string) {
  const isTranslated = language !== null && catalog !== source;
  const query = { q: looked, limit: String(maxPages), ...(isTranslated && { lang: language }) };
  try {
    const items: readonly SearchResult[] = (await perform(search, { query })).value;
    return { items, isBusy: false };
  } catch (error) {
    if (error instanceof PortalError && error.code === 'busy') return { items: [], isBusy: true };
    throw error;
  }
}

function Nothing({ context, looked, suggestion }: ResultsProps & { readonly suggestion: string | null }) {
  const { contact } = context.catalog.portal;
  const contactLink = contact === null ? {} : linkIn(context, contact.url);
  const texts = words().find;
  return (
    <div class="empty">
      <Icon name="search" />
      <b>{fill(texts.nothing, { words: looked })}</b>
      {suggestion !== null && (
        <p>
          <Filled
            text={texts.didYouMean}
            values={{ suggestion: <a href={context.href('/-/search', { q: suggestion })}>{suggestion}</a> }}
          />
        </p>
      )}
      {contactLink.href !== undefined && <a {...contactLink}>{contact?.label}</a>}
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

type FoundItem = Found['items'][number];

interface ItemProps extends ResultsProps {
  readonly item: FoundItem;
}

function PageHit({ context, item, looked }: ItemProps) {
  const { catalog, pageHref } = context;
  const page = catalog.pages.get(Number(item.id));
  if (page === undefined) return null;
  const hasChapters = chaptersAbove(catalog, page).length > 0;
  const anchor = item.block_id === null ? '' : `#${item.block_id}`;
  const other = item.language === undefined || item.language === context.language ? null : item.language;
  return (
    <Hit
      key={page.id}
      sign={<Icon name="file-text" />}
      title={<Marked text={page.title} looked={looked} />}
      lang={context.lang(page)}
      href={pageHref(page.slug) + anchor}
      end={
        <>
          {other !== null && <span class="tag">{capitalised(languageName(other))}</span>}
          <VisibilityTag context={context} page={page} />
        </>
      }
    >
      <ChapterPath context={context} page={page} />
      {hasChapters && item.excerpt !== '' && ' · '}
      <InLanguage {...(other === null ? context.lang(page) : langOf(other))}>
        <FoundIn text={item.excerpt} ranges={item.matches} />
      </InLanguage>
    </Hit>
  );
}

function TextHit({ context, item, looked, icon }: ItemProps & { readonly icon: IconName }) {
  const path = item.type === 'section' ? `/language/${item.id}/edit` : `/context/${item.id}/edit`;
  const lang =
    item.type === 'entry' ? { ...context.lang(), ...context.langOfRecord('entry', item.id) } : context.sourceLang();
  return (
    <Hit
      key={`${item.type} ${item.id}`}
      sign={<Icon name={icon} />}
      title={<Marked text={item.title} looked={looked} />}
      lang={lang}
      href={mayEdit(context) ? context.href(path) : undefined}
    >
      <InLanguage {...lang}>
        <FoundIn text={item.excerpt} ranges={item.matches} />
      </InLanguage>
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
const WorkHit = ({ context, looked, name, path, sign }: WorkHitProps) => (
  <Hit key={path} sign={sign} title={<Marked text={name} looked={looked} />} href={context.href(path)} />
);
