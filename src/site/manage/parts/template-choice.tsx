import type { ComponentChild } from 'preact';
import { fromTemplate } from '../../../content/from-template.js';
import type { PageFile } from '../../../content/page.js';
import { invalidField } from '../../../lib/errors.js';
import { showPage } from '../../../operations/pages.js';
import { words } from '../../../words/words.js';
import type { BrandContext, WorkContext } from '../../context.js';
import { InLanguage, type Lang } from '../../frame/language.js';
import { pagesToFill, starterFor } from '../../parts/starter-chapters.js';
import type { FormInputs } from './form.js';

/** Page to begin with, as a form names it. */
interface Choice {
  readonly value: string;
  readonly title: string;
  readonly hint: ComponentChild;
  /** Language of the title. */
  readonly lang?: Lang;
  /** Words of the frame that follow the hint. */
  readonly count?: string;
}

interface Choices {
  readonly pages: readonly Choice[];
  readonly chapters: readonly Choice[];
}

/** Templates of new pages: first the pages that the brand has marked. */
export async function choicesFor(context: WorkContext): Promise<Choices> {
  const { source } = context;
  const { templates, chapters, lang, hintOf } = await starterFor(context);
  const own = source.portal.templates.flatMap((id) => source.pages.get(id) ?? []);
  const choice = (page: PageFile, value: string): Choice => ({ value, title: page.title, hint: hintOf(page), lang });
  return {
    pages: [
      ...own.map((page) => {
        const lang = context.lang(page);
        const hint = <InLanguage {...lang}>{page.summary}</InLanguage>;
        return { value: `page-${page.id}`, title: page.title, hint, lang };
      }),
      ...templates.map((page) => choice(page, `starter-${page.id}`)),
    ],
    chapters: chapters.map((chapter) => ({
      ...choice(chapter.page, String(chapter.page.id)),
      count: pagesToFill(chapter),
    })),
  };
}

interface TemplatesProps {
  readonly inputs: FormInputs;
  readonly choices: Choices;
  readonly chosen: string | undefined;
}

/** Choice of what a page, or a chapter, begins with. */
export function TemplateChoice({ inputs, choices, chosen }: TemplatesProps) {
  const { emptyPage, emptyPageHint, emptyChapter, emptyChapterHint, beginWith } = words().newPage;
  const group = (name: 'template' | 'chapter', list: readonly Choice[], first: Choice) => (
    <fieldset class={`of-${name}`}>
      <legend>{beginWith}</legend>
      <div class="starts">
        {[first, ...list].map(({ value, title, hint, lang, count }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} checked={value === (inputs.sent[name] ?? chosen ?? '')} />
            <span>
              <b {...lang}>{title}</b>{' '}
              <small>
                {hint} {count}
              </small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
  return (
    <>
      {group('template', choices.pages, { value: '', title: emptyPage, hint: emptyPageHint })}
      {group('chapter', choices.chapters, { value: '', title: emptyChapter, hint: emptyChapterHint })}
    </>
  );
}

/**
 * Title, summary and blocks of the template that a form names; `null` for an empty page.
 *
 * @throws `invalid`
 */
export async function chosenTemplate(context: WorkContext) {
  const sent = context.form.template ?? '';
  if (sent === '') return null;
  const { source } = context;
  const [, place, number] = /^(page|starter)-(\d+)$/.exec(sent) ?? [];
  const id = Number(number);
  if (place === 'page' && source.portal.templates.includes(id) && source.pages.has(id)) {
    const { value } = await context.perform(showPage, { params: { page: String(id) } });
    return fieldsOf({ ...value, summary: source.pages.get(id)?.summary ?? null }, source);
  }
  const { templates } = await starterFor(context);
  const page = place === 'starter' ? templates.find((template) => template.id === id) : undefined;
  if (page === undefined) throw invalidField('template', 'There is no such template.');
  return fieldsOf(page, source);
}

/**
 * Body that makes a chapter of the starter with its pages; `null` for an empty one.
 *
 * @param title of the chapter. Default: its own
 * @throws `invalid`
 */
export async function chosenChapter(context: WorkContext, title: string) {
  const sent = context.form.chapter ?? '';
  if (sent === '') return null;
  const { chapters } = await starterFor(context);
  const found = chapters.find(({ page }) => String(page.id) === sent);
  if (found === undefined) throw invalidField('chapter', 'There is no such chapter.');
  const { page, pages } = found;
  const own = { title: title || page.title, summary: page.summary };
  return { chapter: own, pages: pages.map((one) => fieldsOf(one, context.source)) };
}

const fieldsOf = (page: Pick<PageFile, 'title' | 'summary' | 'blocks'>, catalog: BrandContext['source']) => ({
  title: page.title,
  summary: page.summary,
  blocks: fromTemplate(page.blocks, catalog),
});
