import { paths, sectionKey, sectionNames } from '../../content/catalog/paths.js';
import type { Section } from '../../content/language.js';
import { setLanguageStatus, showLanguage } from '../../operations/language.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { languageName, ownLanguageName } from '../frame/language.js';
import { sectionName } from '../labels.js';
import { languagesIn } from '../languages.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { waitingNote } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { rowsOf, SectionContent, sectionLabel, sectionsPath, termPath } from './parts/language-parts.js';
import { Filters, Segments, TextFilter } from './parts/list.js';
import { doneNotice } from './parts/notices.js';
import { Head, Name } from './parts/text.js';

/** Page of the corporate language: its status, each section as people read it, and the terms, which can be searched. */
export async function languagePage(context: WorkContext): Promise<WorkReply> {
  const texts = words().languagePage;
  const { href, catalog } = context;
  const [own, ...others] = languagesIn(catalog);
  const lang = chosenIn(context);
  const { value: language, untranslated = [] } = await context.perform(showLanguage, {
    query: { lang: lang ?? undefined },
  });
  const isDraft = language.status === 'draft';
  const hasDocument = lang === null || catalog.documents.has(lang);
  const body = (
    <>
      {await doneNotice(context)}
      <Head
        title={words().common.areas.language}
        others={[
          [href('/language/check'), words().check.title],
          hasDocument && [
            href('/language/status', { lang }),
            isDraft ? words().editor.targets.publish : texts.backToDraft,
          ],
        ]}
      />
      <p>
        {fill(texts.lead, { brand: context.name })}{' '}
        <span class={isDraft ? 'tag' : 'tag ok'}>{isDraft ? texts.draft : texts.published}</span>
      </p>
      {await waitingNote(context, { kinds: ['language'] })}
      {own !== undefined && (
        <div class="filters">
          <Segments
            label={words().translations.language}
            options={[own, ...others].map((tag) => [tag, <Name text={ownLanguageName(tag)} lang={tag} />])}
            chosen={lang ?? own}
            hrefOf={(tag) => href(sectionsPath(tag === own ? null : tag))}
          />
        </div>
      )}
      <nav class="seg" aria-label={texts.sections}>
        {shownSections.map((name) => (
          <a href={`#${name}`}>{sectionName(name)}</a>
        ))}
      </nav>
      {shownSections.map((name) => {
        const label = sectionName(name);
        const { preferred: _preferred, forbidden: _forbidden, ...unlisted } = language[name];
        const hasTerms = name === 'terminology';
        const address = sectionKey(name, lang).replace('/', '.');
        const isWritten = lang === null || name !== 'meta';
        return (
          <section key={name} id={name}>
            <div class="head">
              <h2>{label}</h2>
              <ButtonLink
                to={href(`/language/${address}/versions`)}
                text={words().versions.title}
                look="sm"
                label={fill(texts.versionsOf, { section: label })}
              />
              {isWritten && (
                <a class="btn sm" href={href(`/language/${address}/edit`)}>
                  {hasTerms && lang === null ? texts.editAll : words().common.edit}
                  <span class="vh">: {label}</span>
                </a>
              )}
            </div>
            {lang !== null && isWritten && untranslated.includes(name) && (
              <p class="hint">{fill(texts.fallback, { language: languageName(lang) })}</p>
            )}
            {hasTerms && <TermLists context={context} section={language[name]} lang={lang} />}
            {Object.keys(language[name]).length === 0 && <p class="hint">{texts.nothing}</p>}
            <SectionContent name={name} section={hasTerms ? unlisted : language[name]} />
          </section>
        );
      })}
    </>
  );
  return { title: words().common.areas.language, body };
}

/** Further language of the brand that an address names; `null` for the brand's own. */
const chosenIn = ({ catalog, query }: WorkContext): string | null =>
  languagesIn(catalog)
    .slice(1)
    .find((tag) => tag === query.lang) ?? null;

/** Sections in the order of the page. The section about the language itself comes last. */
const shownSections = [...sectionNames].sort((a, b) => Number(a === 'meta') - Number(b === 'meta'));

interface TermListsProps {
  readonly context: WorkContext;
  readonly section: Section;
  /** Further language that is shown; `null`: the brand's own. */
  readonly lang: string | null;
}

/** The preferred and the forbidden terms that the search finds. In the brand's own language each has a link that opens it in place. */
function TermLists({ context, section, lang }: TermListsProps) {
  const texts = words().languagePage;
  const text = (context.query.q ?? '').trim();
  const isFound = (row: object): boolean => JSON.stringify(row).toLowerCase().includes(text.toLowerCase());
  return (
    <>
      {(text !== '' || rowsOf(section.preferred).length + rowsOf(section.forbidden).length > 0) && (
        <Filters kept={{ lang }}>
          <TextFilter label={texts.search} text={text} />
        </Filters>
      )}
      {(['preferred', 'forbidden'] as const).map((list) => {
        const found = rowsOf(section[list]).filter(([, row]) => isFound(row));
        return (
          <>
            <h3>
              {sectionLabel('terminology', list).name} <span class="dim">{found.length}</span>
            </h3>
            <ul class="list">
              {found.map(([at, { term, instead_of, note, reason }]) => (
                <li key={at} class="li">
                  <span>
                    <b>
                      {lang === null ? (
                        <a href={context.href(termPath(list, at))} data-open>
                          <Name text={String(term ?? '–')} />
                        </a>
                      ) : (
                        <Name text={String(term ?? '–')} />
                      )}
                    </b>
                    {Array.isArray(instead_of) &&
                      instead_of.length > 0 &&
                      ` ${fill(texts.insteadOf, { others: instead_of.join(', ') })}`}
                    <small>{String(note ?? reason ?? '')}</small>
                  </span>
                </li>
              ))}
            </ul>
            {lang === null && (
              <div>
                <a class="btn sm" href={context.href(termPath(list))} data-open>
                  {texts.addTerm[list]}
                </a>
              </div>
            )}
          </>
        );
      })}
    </>
  );
}

/** Form that asks before the language is published, or made a draft. */
export const statusPage = formsPage(async (context) => {
  const texts = words().languagePage;
  const lang = chosenIn(context);
  const { version } = await context.perform(showLanguage);
  const read = () => context.read(showLanguage, { lang: lang ?? undefined });
  const value = await read();
  const { commit } = await context.newest();
  const isDraft = value.status === 'draft';
  const title = isDraft ? texts.publishTitle : texts.draftTitle;
  const { status = '' } = context.form;
  return {
    title,
    up: [sectionsPath(lang), words().common.areas.language],
    path: '/language/status',
    query: { lang },
    version,
    commit,
    file: paths.documentIn(lang),
    isNarrow: true,
    actions: [
      {
        name: '',
        button: isDraft ? words().editor.targets.publish : texts.backToDraft,
        to: sectionsPath(lang),
        text: (
          <>
            <input type="hidden" name="status" value={isDraft ? 'published' : 'draft'} />
            <p>
              <Filled
                text={isDraft ? texts.draftHint : texts.publishedHint}
                values={{ status: <code>{`"status": "${isDraft ? 'published' : 'draft'}"`}</code> }}
              />
            </p>
          </>
        ),
        run: ({ guard }) => context.perform(setLanguageStatus, { ...guard, params: { lang }, body: { status } }),
        isDone: async () => (await read()).status === status,
        writes: setLanguageStatus,
      },
    ],
    sections: (form) => <div class="card pad">{form('')}</div>,
  };
});
