import { replaceContent } from '../../src/operations/blocks.js';
import { createPage, deletePage, updatePage } from '../../src/operations/pages.js';
import { purgeTrash, restorePage } from '../../src/operations/trash.js';
import type { TestBrand } from './brand.js';
import type { PageModel, Step } from './page-model.js';

/**
 * Does one step to the brand; choices are resolved by the model, which has not done it yet.
 *
 * @returns `ok` or the code of the refusal
 */
export async function perform(brand: TestBrand, model: PageModel, step: Step): Promise<string> {
  const idOf = (choice: number | null): number | null => (choice === null ? null : model.idOf(choice));
  switch (step.kind) {
    case 'create': {
      const { title, slug, type } = step;
      return (await brand.attempt(createPage, {}, { title, slug, type, parent_id: idOf(step.parent) })).outcome;
    }
    case 'wait':
      brand.clock.advance({ days: step.days });
      return 'ok';
    case 'restart':
      await brand.restart();
      return 'ok';
    case 'purge':
      return (await brand.attempt(purgeTrash, {})).outcome;
    default:
      return change(brand, model, step, { page: `${idOf(step.page)}` });
  }
}

type PageStep = Extract<Step, { page: number }>;

async function change(brand: TestBrand, model: PageModel, step: PageStep, params: { page: string }): Promise<string> {
  switch (step.kind) {
    case 'rename':
      return (await brand.attempt(updatePage, params, { title: step.title })).outcome;
    case 'move': {
      const title = model.active(Number(params.page))?.title ?? 'Title';
      const parent_id = step.parent === null ? null : model.idOf(step.parent);
      return (await brand.attempt(updatePage, params, { title, parent_id })).outcome;
    }
    case 'content': {
      const blocks = [{ type: 'heading', data: { text: step.text } }];
      return (await brand.attempt(replaceContent, params, { blocks })).outcome;
    }
    case 'delete':
      return (await brand.attempt(deletePage, params)).outcome;
    case 'restore':
      return (await brand.attempt(restorePage, params)).outcome;
  }
}
