import type { ComponentChild } from 'preact';
import { type Catalog, type PageRecord, pagesInOrder } from '../../content/catalog/catalog.js';
import { type BrandContext, sentField } from '../context.js';
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
  const field = { name: 'parent_id', value: chosen };
  const chapters = pagesInOrder(catalog).filter(({ type, id }) => type === 'container' && id !== page?.id);
  if (chapters.length > maxChapters) {
    return inputs.input({ ...field, label: 'Number of the chapter; empty for the top level' });
  }
  const options = chapters.map(({ id, title }): [string, string] => [String(id), title]);
  return inputs.select({ ...field, label: 'Chapter', options: [['', 'The top level'], ...options] });
}

/** Chapter in a sent form; `null` for the top level. */
export function parentIn({ form }: Pick<BrandContext, 'form'>): number | null {
  const parent = sentField(form, 'parent_id').trim();
  return parent === '' ? null : Number(parent);
}
