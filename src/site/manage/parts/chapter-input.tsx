import type { ComponentChild } from 'preact';
import { type Catalog, pagesInOrder } from '../../../content/catalog/catalog.js';
import type { PageRecord } from '../../../content/catalog/page-record.js';
import { words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { sentField } from '../../form-fields.js';
import type { FormInputs } from './form.js';

/** Upper bound on the chapters of a list; with more, the id is typed. */
const maxChapters = 300;

/**
 * Field for the chapter of a page.
 *
 * @param page `null` for a new one
 * @param chosen default of the chapter's id
 */
export function chapterInput(
  catalog: Catalog,
  page: PageRecord | null,
  inputs: FormInputs,
  chosen: string | undefined,
): ComponentChild {
  const texts = words().newPage;
  const field = { name: 'parent_id', value: chosen };
  const chapters = pagesInOrder(catalog).filter(({ type, id }) => type === 'container' && id !== page?.id);
  if (chapters.length > maxChapters) {
    return inputs.input({ ...field, label: texts.chapterNumber });
  }
  const options = chapters.map(({ id, title }): [string, string] => [String(id), title]);
  return inputs.select({ ...field, label: words().editorPage.chapter, options: [['', texts.topLevel], ...options] });
}

/** Chapter in a sent form; `null` for the top level. */
export function parentIn({ form }: Pick<WorkContext, 'form'>): number | null {
  const parent = sentField(form, 'parent_id').trim();
  return parent === '' ? null : Number(parent);
}
