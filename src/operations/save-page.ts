import { changedBlocks, type PageContent, type PageMerge } from '../content/merge/page.js';
import type { Conflict } from '../content/merge/values.js';
import { Page, PageFile, presentPage } from '../content/page.js';
import { PortalError } from '../lib/errors.js';
import { plural } from '../lib/plural.js';
import { asSaid, type Said, say } from '../lib/say.js';
import { Exact, Input, Nullable, OneOf, Type } from '../validation/schema.js';
import { type Body, fields, type ParamValues } from './engine/input.js';
import { markdownFields } from './engine/markdown.js';
import { write } from './engine/operation.js';
import { readPageVersion } from './engine/read-page.js';
import { resources, versionIn } from './engine/resource.js';
import {
  type MergeResult,
  mergeSave,
  openSaveBody,
  PageSave,
  params,
  type SentSave,
  saveBody,
  unknownBase,
} from './merge-save.js';
import { arrangedIn } from './page-place.js';
import { pageAnswer, pageName, replayPage } from './pages.js';

export const MergeConflict = Exact(
  {
    block: Nullable(Type.String({ description: 'The id of the block; null if the conflict is about the page.' })),
    field: Nullable(
      Type.String({
        description:
          "Dotted path in the data of the block in `merged`, or `title`; null for the block's data as a whole.",
      }),
    ),
    kind: OneOf(['both', 'removed_here', 'removed_there'], {
      description:
        '`both`: changed by both sides. `removed_here`: removed by you, changed by others. `removed_there`: removed by others, ' +
        'changed by you.',
    }),
    base: Type.Unknown({ description: 'The value in the base version; null if it was absent.' }),
    mine: Type.Unknown({ description: 'The value that was sent.' }),
    theirs: Type.Unknown({ description: 'The value that is stored.' }),
  },
  { title: 'MergeConflict', description: 'A value that both sides changed.' },
);

export const SaveConflict = Exact(
  {
    message: Type.String(),
    version: Type.String({ description: 'The current version of the page. Send it as `base` in the next request.' }),
    page: Page,
    merged: Exact({
      title: Page.properties.title,
      ...Type.Partial(Type.Pick(PageFile, ['summary', 'cover'])).properties,
      blocks: Page.properties.blocks,
    }),
    conflicts: Type.Array(MergeConflict),
  },
  {
    title: 'SaveConflict',
    description:
      'The conflicts of a save. `merged` has all changes of both sides that do not conflict, of summary and cover if they were sent.',
  },
);

/** @throws `precondition_failed` for a conflict, or an unknown base */
function requireNoConflict(
  { page, version, merge }: MergeResult,
  sent: Pick<SentSave, 'summary' | 'cover'>,
): PageMerge {
  if (merge === null) {
    const advice = 'Nothing was stored. Read the page, and make the changes again.';
    throw new PortalError('precondition_failed', say`${asSaid(unknownBase)} ${asSaid(advice)}`);
  }
  const { title, summary, cover, blocks, conflicts } = merge;
  if (conflicts.length === 0) return merge;
  const details = { ...('summary' in sent && { summary }), ...('cover' in sent && { cover }) };
  const extra = { version, page: presentPage(page), merged: { title, ...details, blocks }, conflicts };
  throw new PortalError('precondition_failed', conflictMessage(conflicts), { extra });
}

/** Conflicts that the message names; the others are counted. */
const maxNamed = 5;

function conflictMessage(conflicts: readonly Conflict[]): Said {
  const first = conflicts.slice(0, maxNamed).map(conflictText);
  const more = conflicts.length - first.length;
  const named = more > 0 ? say`${first}, and ${more} more` : first;
  const advice = 'Nothing was stored. Resolve the conflicts in `merged`, and save it with `version` as its `base`.';
  return say`Others have changed what you changed: ${named}. ${asSaid(advice)}`;
}

function conflictText({ block, field, kind }: Conflict): Said {
  const inBlock = field === null ? say`block ${block ?? ''}` : say`block ${block ?? ''} ${field}`;
  const place = block === null ? asSaid(field === null ? 'a block without an id' : say`${field}`) : inBlock;
  if (kind === 'both') return place;
  return kind === 'removed_here' ? say`${place} (removed by you)` : say`${place} (removed by them)`;
}

interface SaveOperation {
  readonly name: string;
  readonly summary: string;
  readonly body: typeof saveBody;
  readonly apiChapter?: 'Pages';
  readonly description?: string;
  readonly markdown?: ReturnType<typeof markdownFields>;
}

/** An operation that stores a page merged with the changes since its base. */
const saveOperation = (operation: SaveOperation) =>
  write({
    ...operation,
    params,
    answers: Page,
    conflict: SaveConflict,
    async replay(commit) {
      const applied = Number(await commit.trailer('Merged'));
      return { ...(await replayPage(commit)), merged: { applied, messages: [] } };
    },
    refusals: ['fields'],
    async check(draft, { params: { page }, sent }, violations) {
      const merged = await mergeSave(draft, page, sent, violations);
      const arranged = merged && arrangedIn(draft, merged.page, sent, violations);
      return merged && arranged && { ...merged, arranged };
    },
    expects: (_draft, { page }) => resources.page(page.id),
    apply(draft, { body, checked }) {
      const { page, version } = checked;
      const { title, summary, cover, blocks, applied, messages } = requireNoConflict(checked, body);
      const { subject, lines } = commitMessage(page, { title, summary, cover, blocks });
      const trailers: (readonly [string, string])[] = [];
      if (body.note !== undefined) trailers.push(['Note', body.note]);
      if (body.base !== version || applied > 0)
        trailers.push(['Merged-Base', body.base.slice(0, 40)], ['Merged', String(applied)]);
      const details = [...lines, ...messages];
      const saved = draft.putPage(page, { ...page, ...checked.arranged, title, summary, cover, blocks }, subject, {
        details,
        trailers,
      });
      const answer = { ...pageAnswer(saved), merged: { applied, messages } };
      const { given } = checked;
      return body.newIds && given.size > 0
        ? { ...answer, value: { ...answer.value, given: Object.fromEntries(given) } }
        : answer;
    },
  });

export const savePage = saveOperation({
  name: 'pages.save',
  apiChapter: 'Pages',
  summary: 'Save a page and merge (addition)',
  description:
    'Saves a page that was edited from version `base`. Changes that others have made since are merged, by the ids of blocks. ' +
    'If both sides changed the same sentence, list item or value, the call returns 412 with the merged rest, unless ' +
    '`conflicts` names a side. With the newest version as `base`, the page is stored as sent. `If-Match` prevents a merge.',
  body: saveBody,
  markdown: markdownFields(PageSave, ['base', 'title', 'summary', 'cover', 'conflicts', 'note']),
});

/**
 * Saves a page that is being edited, with the person's choices for what both sides changed. Choices for another version
 * than the newest are none: the conflicts are answered again. New blocks keep their ids if they may; the answer says
 * which they got otherwise.
 */
export const settleSave = saveOperation({
  name: 'pages.settle',
  summary: 'Save a page that is being edited',
  body: openSaveBody,
});

const undoFields = fields(Input({ base: Type.String(), to: Type.String() }));

/** The version after a save is `base`, the one before it `to`. */
const undoBody: Body<SentSave, ParamValues<typeof params>> = {
  schemas: undoFields.schemas,
  async read(body, violations, context) {
    const { base, to } = await undoFields.read(body, violations, context);
    const { snapshot, catalog, sanitizer } = await context.view();
    const record = catalog.pages.get(context.params.page);
    const undoTarget = record && to && (await readPageVersion(snapshot, record, versionIn(to), sanitizer));
    if (!undoTarget) {
      throw new PortalError('precondition_failed', 'The page never had this version. Nothing was stored.');
    }
    const { title, summary, cover, type, blocks } = undoTarget;
    const sent = { base, title, summary, cover, ...(type === 'guideline' && { blocks }) };
    return { ...(await saveBody.read(sent, violations, context)), undoTarget };
  },
};

/** Undoes a save. Later changes of others stay, and restored blocks get their ids back. */
export const undoSave = saveOperation({ name: 'pages.undo_save', summary: 'Undo a save', body: undoBody });

/** Blocks that a commit message names; the others are counted. */
const maxLines = 50;

function commitMessage(before: PageFile, after: PageContent): { subject: string; lines: string[] } {
  const changed = changedBlocks(before.blocks, after.blocks);
  const counts: string[] = [];
  for (const change of ['edited', 'added', 'moved', 'removed'] as const) {
    const { length } = changed.filter((block) => block.change === change);
    // Only the first count has the noun: `2 blocks edited, 1 added`.
    if (length > 0) counts.push(`${counts.length === 0 ? plural(length, 'block') : length} ${change}`);
  }
  const details = (['summary', 'cover'] as const).filter((field) => before[field] !== after[field]);
  const changes = [...details.map((field) => `change the ${field}`), ...counts];
  if (before.title !== after.title) changes.unshift(`rename to "${after.title}"`);
  const lines = changed.slice(0, maxLines).map(({ change, type, id }) => `${change}: ${type ?? 'block'} ${id ?? ''}`);
  if (changed.length > maxLines) lines.push(`and ${changed.length - maxLines} more`);
  return { subject: [`Edit ${pageName(before)}`, changes.join(', ')].filter((text) => text !== '').join(': '), lines };
}
