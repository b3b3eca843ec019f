import { pagesInOrder } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import type { TextCounts } from '../../content/translations/counts.js';
import { compare } from '../../lib/order.js';
import { countsOfPage, type Language, listLanguages } from '../../operations/translations/languages.js';
import { counted, fill, listText, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { languageName, ownLanguageName } from '../frame/language.js';
import { listedLanguages } from '../languages.js';
import { Icon } from '../parts/icon.js';
import { stateOfTexts } from '../parts/text-state.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { translateHref } from '../translate-href.js';
import { ButtonLink } from './parts/button.js';
import { ExportBar, ExportMenu, exportForm } from './parts/export-texts.js';
import { ChoiceFilter, Empty, Filters, paginate, Segments, TextFilter } from './parts/list.js';
import { doneNotice } from './parts/notices.js';
import { OtherTexts } from './parts/other-texts.js';
import { Head, Name } from './parts/text.js';

const states = ['todo', 'missing', 'outdated', 'all'] as const;
/** Rows are large: a page has a cell in each language. */
const perPage = 30;
type State = (typeof states)[number];

/** A page with its texts in each of the languages; `null`: it is in this language itself. */
interface QueuedRow {
  readonly page: PageRecord;
  readonly cells: readonly { readonly tag: string; readonly counts: TextCounts | null }[];
}

const isIn: Record<State, (counts: TextCounts) => boolean> = {
  todo: ({ missing, outdated }) => missing + outdated > 0,
  missing: ({ missing }) => missing > 0,
  outdated: ({ outdated }) => outdated > 0,
  all: () => true,
};

const hasCell = ({ cells }: QueuedRow, state: State): boolean =>
  cells.some(({ counts }) => counts !== null && isIn[state](counts));

/** Languages of the brand with what is translated, and the pages that are to do. The newest source is first. */
export async function translationsPage(context: WorkContext): Promise<WorkReply> {
  const texts = words().translations;
  const { catalog, query, href } = context;
  const [own, ...others] = await context.read(listLanguages);
  if (own === undefined || others.length === 0) return withoutLanguages(context);
  const listed = listedLanguages(context, [own, ...others]);
  const chosen = listed.find(({ tag }) => tag === query.lang);
  const state = states.find((one) => one === query.state) ?? 'todo';
  const q = (query.q ?? '').trim();
  const tags = (chosen === undefined ? listed : [chosen]).map(({ tag }) => tag);
  const rows = pagesInOrder(catalog)
    .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
    .map((page): QueuedRow => ({ page, cells: tags.map((tag) => ({ tag, counts: countsOfPage(catalog, page, tag) })) }))
    .sort((a, b) => compare(b.page.updated_at ?? '', a.page.updated_at ?? ''));
  const inState = rows.filter((row) => hasCell(row, state));
  const kept = { ...(chosen && { lang: chosen.tag }), ...(q !== '' && { q }) };
  const path = href('/translations');
  const part = paginate(context, inState, { path, query: { ...kept, state }, perPage, more: texts.more });
  const next = rows.find((row) => hasCell(row, 'todo'));
  const nextCell = next?.cells.find(({ counts }) => counts !== null && isIn.todo(counts));
  const isDone = q === '' && next === undefined;
  const source = catalog.brand?.language ?? '';
  const shown = others.flatMap((one) => (one.shown ? [languageName(one.tag)] : []));
  const body = (
    <>
      {await doneNotice(context)}
      <div class="head">
        <h1>{texts.title}</h1>
        <div class="actions">
          <a class="btn" href={href('/translations/import', { lang: chosen?.tag ?? null })}>
            <Icon name="upload" />
            {words().importing.open}
          </a>
          <ExportMenu context={context} tags={tags} />
          {next !== undefined && nextCell !== undefined && (
            <ButtonLink to={translateHref(context, next.page, nextCell.tag)} text={texts.next} look="go" />
          )}
        </div>
      </div>
      <p>
        {fill(texts.hint, { source: languageName(source) })}{' '}
        {shown.length > 0 && `${fill(texts.readIn, { brand: context.name, languages: listText(shown) })} `}
        {context.isAtLeast('admin') && <a href={href('/settings/languages')}>{texts.settings}</a>}
      </p>
      <ul class="langcards">
        {listed.map((language) => (
          <LanguageCard key={language.tag} context={context} language={language} />
        ))}
      </ul>
      <div class="filters">
        <Segments
          label={texts.stateOfList}
          options={states.map((one) => {
            const count = one === 'todo' ? rows.filter((row) => hasCell(row, one)).length : 0;
            return [one, texts.states[one], count];
          })}
          chosen={state}
          hrefOf={(one) => href('/translations', { ...kept, state: one === 'todo' ? null : one })}
        />
        <Filters kept={{ state: state === 'todo' ? null : state }}>
          <ChoiceFilter
            name="lang"
            label={texts.language}
            chosen={chosen?.tag}
            options={[['', texts.allLanguages], ...listed.map(({ tag }) => [tag, ownLanguageName(tag)] as const)]}
          />
          <TextFilter label={texts.search} text={q} />
        </Filters>
      </div>
      {inState.length === 0 && (
        <p class="hint">{catalog.pages.size === 0 ? texts.nothing : isDone ? texts.allDone : texts.none}</p>
      )}
      {inState.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard
        <section class="tbl queue" tabIndex={0} aria-label={texts.title}>
          <table>
            <thead>
              <tr>
                <th>
                  <label class="check" hidden>
                    <input type="checkbox" data-all data-total={part.shown.length} aria-label={texts.selectAll} />
                  </label>
                </th>
                <th scope="col">{texts.page}</th>
                {tags.map((tag) => (
                  <th key={tag} scope="col" lang={tag}>
                    {ownLanguageName(tag)}
                  </th>
                ))}
                <th scope="col">{texts.changed}</th>
              </tr>
            </thead>
            <tbody>
              {part.shown.map((row) => (
                <QueueRow key={row.page.id} context={context} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {inState.length > 0 && <ExportBar context={context} tags={tags} />}
      {part.pager}
      <OtherTexts context={context} tags={tags.filter((tag) => tag !== source)} />
    </>
  );
  return { title: texts.title, body };
}

function withoutLanguages({ href, catalog, name, isAtLeast }: WorkContext): WorkReply {
  const texts = words().translations;
  const language = languageName(catalog.brand?.language ?? 'en');
  const body = (
    <>
      <Head title={texts.title} />
      <Empty
        icon="globe"
        title={fill(texts.only, { brand: name, language })}
        action={
          isAtLeast('admin') && <ButtonLink to={href('/settings/languages')} text={words().languages.add} look="go" />
        }
      >
        {texts.onlyHint} {!isAtLeast('admin') && texts.onlyAdmins}
      </Empty>
    </>
  );
  return { title: texts.title, body };
}

interface LanguageCardProps {
  readonly context: WorkContext;
  readonly language: Language;
}

/** Progress of a language: pages that are complete, and, striped, those of them with an outdated text. */
function LanguageCard({ context: { catalog, href }, language }: LanguageCardProps) {
  const texts = words().translations;
  const { tag, shown, fallback, pages, complete, outdated } = language;
  const counts = [...catalog.pages.values()].flatMap((page) => countsOfPage(catalog, page, tag) ?? []);
  const older = counts.filter(({ missing, outdated }) => missing === 0 && outdated > 0).length;
  const share = (count: number): number => (pages === 0 ? 0 : (count / pages) * 100);
  const details = [
    pages > complete && counted(texts.missing, pages - complete),
    outdated > 0 && counted(texts.outdated, outdated),
    fallback !== null && fill(texts.fallsBack, { name: languageName(fallback) }),
  ].filter((text) => text !== false);
  return (
    <li class="card lang">
      <span class="row">
        <b>
          <a href={href('/translations', { lang: tag })} lang={tag}>
            {ownLanguageName(tag)}
          </a>
        </b>
        <span class={shown ? 'tag ok' : 'tag'}>
          <Icon name={shown ? 'check' : 'eye-off'} size="s" />
          {shown ? texts.shown : texts.hidden}
        </span>
      </span>
      <svg class="tr-prog" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="done" width={share(complete - older)} height="4" />
        <rect class="old" x={share(complete - older)} width={share(older)} height="4" />
      </svg>
      <b>{counted(texts.pages, pages, { done: complete })}</b>
      {details.length > 0 && <small>{details.join(' · ')}</small>}
    </li>
  );
}

interface QueueRowProps {
  readonly context: WorkContext;
  readonly row: QueuedRow;
}

function QueueRow({ context, row: { page, cells } }: QueueRowProps) {
  const texts = words().translations;
  const chapter = page.parent_id === null ? undefined : context.catalog.pages.get(page.parent_id);
  return (
    <tr>
      <td>
        <label class="check">
          <input
            type="checkbox"
            name="pages"
            value={page.id}
            form={exportForm}
            aria-label={fill(texts.select, { page: page.title })}
          />
        </label>
      </td>
      <th scope="row">
        <a href={context.pageHref(page.slug)}>
          <Name text={page.title} {...context.lang(page)} />
        </a>
        {chapter && (
          <small>
            <Name text={chapter.title} {...context.lang(chapter)} />
          </small>
        )}
      </th>
      {cells.map(({ tag, counts }) => {
        const [icon, look, text] = stateOfTexts(counts);
        const name = fill(texts.cell, { page: page.title, language: languageName(tag), state: text });
        return (
          <td key={tag}>
            {counts === null ? (
              <span class="dim">{text}</span>
            ) : (
              <a class={`lcell ${look}`} href={translateHref(context, page, tag)} aria-label={name}>
                <Icon name={icon} />
                {text}
              </a>
            )}
          </td>
        );
      })}
      <td class="whole">{page.updated_at !== null && <Time at={page.updated_at} form="short" />}</td>
    </tr>
  );
}
