import { replaceContent } from '../../src/operations/blocks.js';
import type { Operation } from '../../src/operations/engine/contract.js';
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
  if (step.kind === 'wait') brand.clock.advance({ days: step.days });
  if (step.kind === 'restart') await brand.restart();
  if (step.kind === 'wait' || step.kind === 'restart') return 'ok';
  const [operation, body] = callFor(model, step);
  const params = 'page' in step ? { page: `${model.idOf(step.page)}` } : {};
  return (await brand.attempt(operation, params, body)).outcome;
}

type Call = readonly [operation: Operation, body?: object];

function callFor(model: PageModel, step: Exclude<Step, { kind: 'wait' }>): Call {
  const idOf = (choice: number | null): number | null => (choice === null ? null : model.idOf(choice));
  switch (step.kind) {
    case 'create': {
      const { title, slug, type } = step;
      return [createPage, { title, slug, type, parent_id: idOf(step.parent) }];
    }
    case 'rename':
      return [updatePage, { title: step.title }];
    case 'move': {
      const title = model.active(model.idOf(step.page))?.title ?? 'Title';
      return [updatePage, { title, parent_id: idOf(step.parent) }];
    }
    case 'content':
      return [replaceContent, { blocks: [{ type: 'heading', data: { text: step.text } }] }];
    default:
      return [step.kind === 'delete' ? deletePage : step.kind === 'restore' ? restorePage : purgeTrash];
  }
}
