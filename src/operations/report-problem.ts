import { outlineOf } from '../content/blocks/outline.js';
import { notFound } from '../lib/errors.js';
import { noteLimits } from '../notes/note.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { fields } from './engine/input.js';
import { read } from './engine/operation.js';
import { authorOf } from './engine/proposal-access.js';

/** A note of an agent. It changes no content, so that it needs only the right to read. */
export const reportProblem = read({
  name: 'notes.report',
  countsAs: 'write',
  summary: 'Report a problem of a page to the people of the brand',
  body: fields(
    Input({
      page: Type.Integer({ minimum: 1, description: 'id of the page' }),
      block: Type.Optional(Type.String({ maxLength: 100, description: 'id of a block of it' })),
      text: Type.String({ minLength: 1, maxLength: noteLimits.textLength, description: 'plain text' }),
    }),
  ),
  answers: Exact({ note: Type.Integer() }),
  async run(view, { body: { page: id, block, text } }) {
    const page = await view.page(id);
    const named = block === undefined ? null : outlineOf(page.blocks).find((entry) => entry.id === block);
    if (named === undefined) throw notFound('Block');
    const place = { page: id, block: named?.id ?? null, quote: named?.text ?? '' };
    const by = authorOf(view.actor);
    const { number } = await view.notes.add({ ...place, by, kind: 'problem', text, mentions: [] });
    return { value: { note: number }, resource: null, isPrivate: true };
  },
});
