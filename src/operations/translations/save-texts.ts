import { allBlocks, findBlock } from '../../content/blocks/block-tree.js';
import { SentBlocks } from '../../content/blocks/block-type.js';
import { blockTypes } from '../../content/blocks/types.js';
import { pageSummary, pageTitle, presentPage } from '../../content/page.js';
import { reportLineBreaks } from '../../content/page-rules.js';
import { changeTexts, type TextChange, type TextConflict } from '../../content/translations/change.js';
import { emptyOverlay, type PageOverlay } from '../../content/translations/overlay.js';
import { readTexts, reportOthers, type SentTexts } from '../../content/translations/sent-texts.js';
import { textsOfPage } from '../../content/translations/texts.js';
import { PortalError } from '../../lib/errors.js';
import { objectsIn } from '../../lib/json.js';
import { asSaid, say } from '../../lib/say.js';
import { Input, Nullable, OneOf, type Static, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import { type Body, type ParamValues, readFields } from '../engine/input.js';
import { write } from '../engine/operation.js';
import { readFit, readPageVersion } from '../engine/read-page.js';
import { none, partsOfVersion, versionIn, versionOf } from '../engine/resource.js';
import { inLanguage, type PageInLanguage } from '../engine/translation.js';
import type { ReadView } from '../engine/view.js';
import { unknownBase } from '../merge-save.js';
import { SaveConflict } from '../save-page.js';
import { answerOf, changeOf, pageToTranslate, params, resourceOf, storeTexts, writerOf } from './page-texts.js';
import { noSource, replace, reportLinks, translating } from './texts.js';

const TextsSave = Input(
  {
    base: Type.String({ description: 'The version that was edited: the ETag of the page in this language.' }),
    title: Type.Optional(Nullable(pageTitle)),
    summary: Type.Optional(Nullable(pageSummary)),
    blocks: Type.Optional(SentBlocks),
    conflicts: Type.Optional(OneOf(['refuse', 'mine', 'theirs'])),
    replace,
  },
  {
    title: 'TextsSave',
    description:
      'The page as it is wanted in a language. Blocks that are not sent stay; everything but texts must be as in the source.',
  },
);
type TextsSave = Static<typeof TextsSave>;

/** A sent block with the block that it is in the base. */
interface SentBlock {
  readonly id: string;
  readonly path: string;
  readonly texts: SentTexts;
}

interface SentSave extends Omit<TextsSave, 'blocks'> {
  /** `null` if the page never had this version. */
  readonly basePage: PageInLanguage | null;
  readonly sent: readonly SentBlock[];
}

const body: Body<SentSave, ParamValues<typeof params>> = {
  schemas: [TextsSave],
  async read(body, violations, { sanitizer, params, view }) {
    const { blocks = [], ...sent } = readFields(TextsSave, body, violations);
    if (sent.base === undefined) return sent;
    const basePage = await pageAt(await view(), params.page, versionIn(sent.base.replace(/^(?:W\/)?"|"$/g, '')));
    if (basePage === null) return { ...sent, basePage };
    const found: SentBlock[] = [];
    const waiting: { readonly list: unknown; readonly path: string }[] = [{ list: blocks, path: 'blocks' }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { list, path } = next;
      for (const { at, item } of objectsIn(list)) {
        const place = `${path}.${at}`;
        const block = typeof item.id === 'string' ? findBlock(basePage.source.blocks, item.id)?.block : undefined;
        const type = blockTypes.get(block?.type ?? '');
        if (block?.id == null || (item.type !== undefined && item.type !== block.type)) {
          violations.add(
            `${place}.id`,
            message.selectedBecause(`${place}.id`, 'a language has the blocks of the source'),
          );
        } else if (type !== undefined) {
          const onBlocks = (inner: unknown, path: string) => waiting.push({ list: inner, path });
          const texts = await readTexts(type, item.data ?? {}, `${place}.data`, { sanitizer, violations, onBlocks });
          reportOthers(type, texts.others, block.data, `${place}.data`, violations);
          found.push({ id: block.id, path: `${place}.data`, texts });
        }
      }
    }
    reportOrder(basePage, found, violations);
    return { ...sent, basePage, sent: found };
  },
};

/** Blocks that were sent in another order were moved, which no language does. */
function reportOrder({ source }: PageInLanguage, sent: readonly SentBlock[], violations: Violations): void {
  const places = new Map(allBlocks(source.blocks).map(({ id }, at) => [id, at]));
  const top = new Set(source.blocks.map(({ id }) => id));
  const order = sent.flatMap(({ id }) => (top.has(id) ? [places.get(id) ?? 0] : []));
  if (order.some((place, at) => at > 0 && place <= (order[at - 1] ?? -1)))
    violations.add('blocks', message.selectedBecause('blocks', 'a language has the order of the source'));
}

/** A page in a language as it was at one of its versions there; `null` if it never had that. */
async function pageAt({ snapshot, sanitizer }: ReadView, id: number, version: string): Promise<PageInLanguage | null> {
  const { catalog, find } = snapshot;
  const record = catalog.pages.get(id);
  const parts = partsOfVersion(version);
  if (record === undefined || parts === null) return null;
  const source = await readPageVersion(snapshot, record, parts.source, sanitizer);
  if (source === null) return null;
  const chain: { language: string; overlay: PageOverlay }[] = [];
  for (const [at, language] of parts.chain.entries()) {
    const oid = /^([0-9a-f]{40})/.exec(parts.overlays[at] ?? '')?.[1];
    const bytes = oid === undefined ? null : await find(oid);
    const path = { kind: 'translation', language, of: 'page', id } as const;
    const fit = bytes === null ? null : await readFit(path, bytes, sanitizer);
    const content = fit?.content;
    const overlay = content?.kind === 'translation' && content.of === 'page' ? content.value : null;
    if (overlay === null && parts.overlays[at] !== none) return null;
    chain.push({ language, overlay: overlay ?? emptyOverlay });
  }
  return inLanguage(catalog, source, parts.chain[0] ?? '', chain);
}

export const saveTexts = write({
  ...translating,
  name: 'translations.save',
  summary: 'Save the texts of a page in a language, and merge',
  description:
    'With `lang`: saves the texts that differ from those of version `base` in this language. Each text is one value; if others have ' +
    'changed the same one, the call returns 412 unless `conflicts` names a side.',
  params,
  body,
  conflict: SaveConflict,
  async check(draft, { params, sent }, violations) {
    const page = await pageToTranslate(draft, params, violations);
    reportLineBreaks('title', sent.title, violations);
    reportLineBreaks('summary', sent.summary, violations);
    if (page === null || sent.base === undefined || sent.basePage === undefined || violations.any) return null;
    const { basePage } = sent;
    if (basePage === null || basePage.language !== page.language) {
      const advice = 'Nothing was stored. Read the page in this language, and make the changes again.';
      throw new PortalError('precondition_failed', say`${asSaid(unknownBase)} ${asSaid(advice)}`);
    }
    const changes = changesSince(basePage, sent, writerOf(draft.actor), violations);
    return { page, changes };
  },
  expects: (draft, { page }) => resourceOf(page, draft.actor),
  apply(draft, { body, checked: { page, changes } }) {
    const decision = body.conflicts === 'mine' || body.conflicts === 'theirs' ? body.conflicts : undefined;
    const stored = page.chain[0]?.overlay ?? emptyOverlay;
    const { conflicts } = changeTexts(stored, textsOfPage(page.source), changes, { replaces: true });
    if (conflicts.length > 0 && decision === undefined)
      throw conflicting(draft.snapshot, page, changes, conflicts, draft.actor);
    const saved = storeTexts(draft, page, changes, { decision, replace: body.replace });
    return answerOf(saved, draft.actor);
  },
});

/** Texts that differ from those that the base showed. */
function changesSince(
  base: PageInLanguage,
  { title, summary, sent = [] }: Partial<SentSave>,
  by: TextChange['by'],
  violations: Violations,
): TextChange[] {
  const changes: TextChange[] = [];
  const add = (block: string, path: string, text: string | null, at: string): void => {
    const known = base.texts.get(block)?.find((one) => one.path === path);
    if (known === undefined) {
      if (text) violations.add(at, message.selectedBecause(at, noSource));
      return;
    }
    const { stored, shown } = known;
    if (text === null ? stored === null : text === shown) return;
    reportLinks(at, known, text, violations);
    changes.push({ ...changeOf(block, known, text, by), base: stored && (stored.html ?? stored.text ?? '') });
  };
  if (title !== undefined) add('', 'title', title, 'title');
  if (summary !== undefined) add('', 'summary', summary, 'summary');
  for (const { id, path, texts } of sent)
    for (const [field, text] of texts.texts) add(id, field, text, `${path}.${field}`);
  return changes;
}

/** The refusal of a save: what both sides changed, and the page with everything else of both. */
function conflicting(
  snapshot: Parameters<typeof versionOf>[0],
  page: PageInLanguage,
  changes: readonly TextChange[],
  conflicts: readonly TextConflict[],
  actor: Parameters<typeof resourceOf>[1],
): PortalError {
  const { source, language, chain } = page;
  const stored = chain[0]?.overlay ?? emptyOverlay;
  const { overlay } = changeTexts(stored, textsOfPage(source), changes, { replaces: true, decision: 'theirs' });
  const merged = inLanguage(snapshot.catalog, source, language, [{ language, overlay }, ...chain.slice(1)]).page;
  const extra = {
    version: versionOf(snapshot, resourceOf(page, actor)),
    page: presentPage(page.page),
    merged: { title: merged.title, summary: merged.summary, blocks: merged.blocks },
    conflicts: conflicts.map(({ block, path, ...sides }) => {
      return { block: block === '' ? null : block, field: path, kind: 'both', ...sides };
    }),
  };
  const names = conflicts.slice(0, 5).map(({ block, path }) => (block === '' ? path : `${block} ${path}`));
  const problem = say`Others have changed the same texts: ${names.join(', ')}.`;
  const advice = 'Nothing was stored. Save again with `version` as its `base`.';
  return new PortalError('precondition_failed', say`${problem} ${asSaid(advice)}`, { extra });
}
