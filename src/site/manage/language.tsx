import { sectionNames } from '../../content/catalog/paths.js';
import type { Section } from '../../content/language.js';
import { setLanguageStatus, showLanguage } from '../../operations/language.js';
import { labelOf, sectionName } from '../../portal/labels.js';
import { rowsOf, SectionContent, termPath } from '../content/language.js';
import type { BrandContext, Reply } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { formsPage } from '../parts/forms-page.js';
import { Filters, TextFilter } from '../parts/list.js';
import { doneNotice } from '../parts/notices.js';
import { Head, Name } from '../parts/text.js';

/** Page of the corporate language: its status, each section as people read it, and the terms, which can be searched. */
export async function languagePage(context: BrandContext): Promise<Reply> {
  const { href } = context;
  const language = await context.read(showLanguage);
  const isDraft = language.status === 'draft';
  const body = (
    <>
      {await doneNotice(context)}
      <Head
        title="Language"
        others={[
          [href('/language/check'), 'Check a text'],
          [href('/language/status'), isDraft ? 'Publish' : 'Back to draft'],
        ]}
      />
      <p>
        How {await context.brandName()} speaks. Pages and agents are checked against it.{' '}
        <span class={isDraft ? 'tag' : 'tag ok'}>{isDraft ? 'Draft' : 'Published'}</span>
      </p>
      <nav class="seg" aria-label="Sections">
        {shownSections.map((name) => (
          <a href={`#${name}`}>{sectionName(name)}</a>
        ))}
      </nav>
      {shownSections.map((name) => {
        const label = sectionName(name);
        const { preferred: _preferred, forbidden: _forbidden, ...others } = language[name];
        return (
          <section key={name} id={name}>
            <div class="head">
              <h2>{label}</h2>
              <ButtonLink
                to={href(`/language/${name}/versions`)}
                text="Versions"
                look="sm"
                label={`Versions of ${label}`}
              />
              <a class="btn sm" href={href(`/language/${name}/edit`)}>
                {name === 'terminology' ? 'Edit all' : 'Edit'}
                <span class="vh">: {label}</span>
              </a>
            </div>
            {name === 'terminology' && <TermLists context={context} section={language[name]} />}
            {Object.keys(language[name]).length === 0 && <p class="hint">Nothing yet.</p>}
            <SectionContent name={name} section={name === 'terminology' ? others : language[name]} />
          </section>
        );
      })}
    </>
  );
  return { title: 'Language', body };
}

/** Sections in the order of the page. The section about the language itself comes last. */
const shownSections = [...sectionNames].sort((a, b) => Number(a === 'meta') - Number(b === 'meta'));

/** The preferred and the forbidden terms that the search finds, each with a link that opens it in place. */
function TermLists({ context, section }: { readonly context: BrandContext; readonly section: Section }) {
  const text = (context.query.q ?? '').trim();
  const isFound = (row: object): boolean => JSON.stringify(row).toLowerCase().includes(text.toLowerCase());
  return (
    <>
      {(text !== '' || rowsOf(section.preferred).length + rowsOf(section.forbidden).length > 0) && (
        <Filters>
          <TextFilter label="Search terms" text={text} />
        </Filters>
      )}
      {(['preferred', 'forbidden'] as const).map((list) => {
        const found = rowsOf(section[list]).filter(([, row]) => isFound(row));
        return (
          <>
            <h3>
              {labelOf('terminology', list).name} <span class="dim">{found.length}</span>
            </h3>
            <ul class="list">
              {found.map(([at, { term, instead_of, note, reason }]) => (
                <li key={at} class="li">
                  <span>
                    <b>
                      <a href={context.href(termPath(list, at))} data-open>
                        <Name text={String(term ?? '–')} />
                      </a>
                    </b>
                    {Array.isArray(instead_of) && instead_of.length > 0 && ` instead of ${instead_of.join(', ')}`}
                    <small>{String(note ?? reason ?? '')}</small>
                  </span>
                </li>
              ))}
            </ul>
            <div>
              <a class="btn sm" href={context.href(termPath(list))} data-open>
                Add {list} term
              </a>
            </div>
          </>
        );
      })}
    </>
  );
}

/** Form that asks before the language is published, or made a draft. */
export const statusPage = formsPage(async (context) => {
  const { value, version } = await context.perform(showLanguage);
  const { commit } = await context.snapshot();
  const isDraft = value.status === 'draft';
  const title = isDraft ? 'Publish the corporate language' : 'Make the corporate language a draft';
  const { status = '' } = context.form;
  return {
    title,
    up: ['/language', 'Language'],
    path: '/language/status',
    version,
    commit,
    isNarrow: true,
    actions: [
      {
        name: '',
        button: isDraft ? 'Publish' : 'Back to draft',
        to: '/language',
        text: (
          <>
            <input type="hidden" name="status" value={isDraft ? 'published' : 'draft'} />
            <p>
              It is {isDraft ? 'a draft' : 'published'} now. A program with a key can read all sections either way.
              Websites and agents decide by <code>{`"status": "${isDraft ? 'published' : 'draft'}"`}</code> whether they
              use them.
            </p>
          </>
        ),
        run: ({ guard }) => context.perform(setLanguageStatus, { ...guard, body: { status } }),
        isDone: async () => (await context.read(showLanguage)).status === status,
        writes: setLanguageStatus,
      },
    ],
    sections: (form) => <div class="card pad">{form('')}</div>,
  };
});
