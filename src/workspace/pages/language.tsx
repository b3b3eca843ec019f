import { sectionNames } from '../../content/catalog/paths.js';
import { setLanguageStatus, showLanguage } from '../../operations/language.js';
import { JsonValue } from '../content/field-differences.js';
import type { BrandContext, Reply } from '../context.js';
import { formsPage } from '../parts/forms-page.js';
import { doneNotice } from '../parts/notices.js';
import { Head, LinkLine } from '../parts/text.js';
import { sectionName } from '../words.js';

/** Page of the corporate language: its status, and each section. */
export async function languagePage(context: BrandContext): Promise<Reply> {
  const language = await context.read(showLanguage);
  const body = (
    <>
      {await doneNotice(context)}
      <Head title="Language" others={[[context.href('/language/check'), 'Check a text']]} />
      <p class="hint">
        Version {language.version} <span class="tag">{language.status}</span>{' '}
        <a href={context.href('/language/status')}>{language.status === 'draft' ? 'Publish' : 'Back to draft'}</a>
      </p>
      {sectionNames.map((name) => {
        const label = sectionName(name);
        const section = language[name];
        return (
          <section key={name} id={name} class="card pad">
            <div class="head">
              <h2>{label}</h2>
              <div class="actions">
                <a href={context.href(`/language/${name}/edit`)} aria-label={`Edit ${label}`}>
                  Edit
                </a>
                <a href={context.href(`/language/${name}/versions`)} aria-label={`Versions of ${label}`}>
                  Versions
                </a>
              </div>
            </div>
            {Object.keys(section).length === 0 ? <p class="hint">Nothing yet.</p> : <JsonValue value={section} />}
          </section>
        );
      })}
    </>
  );
  return { title: 'Language', body };
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
        run: (guard) => context.perform(setLanguageStatus, { ...guard, body: { status } }),
        isDone: async () => (await context.read(showLanguage)).status === status,
      },
    ],
    sections: (form) => (
      <>
        <h1>{title}</h1>
        <div class="card pad">{form('')}</div>
        <LinkLine to={context.href('/language')} text="Back to the language" />
      </>
    ),
  };
});
