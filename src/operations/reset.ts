import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BrandColor } from '../content/brand.js';
import type { EntryFile } from '../content/brand-context.js';
import { parsePath, paths } from '../content/catalog/paths.js';
import { type FileVersions, groupByItem } from '../content/content-item.js';
import type { Change } from '../content/diff/changes.js';
import { moduleOf } from '../content/feed.js';
import { encodeFile } from '../content/file-codec.js';
import type { MediaFile } from '../content/media.js';
import { type Conflict, planReset, type ResetPlan } from '../content/reset-plan.js';
import { storedIn } from '../content/validity.js';
import type { Work } from '../content/work/content-work.js';
import { isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import { sortedBy } from '../lib/order.js';
import { asSaid, type Said, say } from '../lib/say.js';
import { Oid } from '../store/git/object.js';
import { Input, OneOf, type Static, Type } from '../validation/schema.js';
import { requireRole } from './engine/access.js';
import { undescribed } from './engine/contract.js';
import { fields } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { readFit } from './engine/read-page.js';
import { resources } from './engine/resource.js';
import type { BrandView, ReadView } from './engine/view.js';
import { type HistoryEntry, type HistoryPage, historyPage, pathsIn } from './history.js';

/** `to` is the full id of a commit; one of the others limits the reset to it. */
const ResetBody = Input({
  to: Oid,
  page: Type.Optional(Type.String()),
  section: Type.Optional(Type.String()),
  media: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  entry: Type.Optional(Type.String()),
  force: Type.Optional(Type.Boolean()),
  /** The plan that a preview has shown: another is refused. */
  plan: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
});
type ResetBody = Static<typeof ResetBody>;

interface PlannedReset {
  readonly to: string;
  /** Rules that the old content would break: without force reasons to refuse, with it alterations that keep them. */
  readonly conflicts: readonly Conflict[];
  /** Hash of the overwritten content and its replacement. */
  readonly plan: string;
}

export interface ResetPreview extends PlannedReset {
  /** The commit that it was planned on. */
  readonly commit: string | null;
  readonly changes: readonly Change[];
  /** The last change that stays, and the first part of those that are taken back; only where they are asked for. */
  readonly history?: { readonly target: HistoryEntry | null; readonly lost: HistoryPage };
}

/** Result of a reset. It names no differences: other writes would have to wait while they are found. */
interface Reset extends PlannedReset {
  readonly files: readonly FileVersions[];
}

/** Message of a plan that is stale, other than that of a stale version. */
export const stalePlan = 'What the reset would do has changed since it was shown.';

export const previewReset = read({
  name: 'brand.reset.preview',
  summary: 'Show what a reset would do',
  query: Input({
    ...ResetBody.properties,
    mark: Type.Optional(OneOf(['words'], { description: '`words`: marks the words of texts that differ.' })),
    lost: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum number of undone changes in the list.' })),
  }),
  answers: undescribed<ResetPreview>(),
  async run(view, { query: { mark, lost, ...body } }) {
    const { files, ...planned } = (await planFor(view, body)).answer;
    const changes = await compareFiles(view.work, files, mark !== undefined);
    const history = lost === undefined ? {} : { history: await historySince(view, body, lost) };
    return { value: { ...planned, ...history, commit: view.snapshot.commit, changes }, resource: null };
  },
});

/** Resets content by a new commit: the history stays, and page ids that were handed out since stay used. */
export const resetBrand = write({
  name: 'brand.reset',
  summary: 'Bring old content back as a new commit',
  body: fields(ResetBody),
  answers: undescribed<Reset>(),
  check(draft, { sent }) {
    if (pathsIn(sent) === undefined) requireRole('admin', draft.actor);
    return draft.catalog;
  },
  async apply(draft, { body }) {
    const { plan, answer } = await planFor(draft, body);
    if (body.plan !== undefined && body.plan !== answer.plan) throw new PortalError('precondition_failed', stalePlan);
    if (plan.conflicts.length > 0 && body.force !== true) throw conflictError(plan.conflicts);
    for (const [path, value] of plan.files) {
      if (value === null) draft.remove(path);
      else draft.put(path, value);
    }
    if (plan.files.size > 0) {
      const altered = plan.conflicts.map(({ path, problem, forced }) => `${path}: ${problem}; ${forced}`);
      draft.commitAs(`Restore ${scopeName(draft, body, plan)} to ${await versionName(draft, body.to)}`, altered);
    }
    return { value: answer, resource: body.page === undefined ? null : resources.page(Number(body.page)) };
  },
});

/** Number of files that are compared at once: work for other callers comes in between. */
const filesAtOnce = 50;

/** @param isMarked whether words are marked */
export async function compareFiles(work: Work, files: readonly FileVersions[], isMarked: boolean): Promise<Change[]> {
  const changes: Change[] = [];
  const items = groupByItem(files);
  for (let at = 0; at < items.length; at += filesAtOnce) {
    const part = items.slice(at, at + filesAtOnce).flatMap((item) => item.files);
    changes.push(...(await work('compareFiles', part, isMarked)));
  }
  return changes;
}

/** A reset of a part takes the module of the part; that of the whole brand takes none. */
export function resetOf<Reset extends typeof previewReset | typeof resetBrand>(
  operation: Reset,
  { section, entry }: Pick<ResetBody, 'section' | 'entry'>,
): Reset {
  if (section === undefined && entry === undefined) return operation;
  const module = moduleOf(section === undefined ? 'entry' : 'section');
  return module === null ? operation : { ...operation, module };
}

async function historySince({ history }: ReadView, { to, ...scope }: ResetBody, limit: number) {
  // One after the other: each starts git, which holds up other requests.
  const lost = await historyPage(history, scope, { not: to, limit });
  const [target = null] = (await historyPage(history, scope, { from: to, limit: 1 })).entries;
  return { target, lost };
}

async function planFor(view: BrandView, { to, ...scope }: ResetBody): Promise<{ plan: ResetPlan; answer: Reset }> {
  const { catalog, snapshot } = view;
  const scopePaths = pathsIn(scope);
  const differences = await snapshot.differences(to);
  const read = async (oid: string | null): Promise<Buffer | null> => (oid === null ? null : snapshot.read(oid));
  const files: FileVersions[] = [];
  for (const { path, before, after } of differences) {
    const isInScope = scopePaths?.some((scopePath) => path === scopePath || path.startsWith(`${scopePath}/`)) ?? true;
    if (isInScope) files.push({ path, before: await read(before), after: await read(after) });
  }
  if (scope.page !== undefined) requirePage(view, Number(scope.page), files);
  const record = scopedRecord(view, scope);
  if (record !== null) requirePresent(files, record);

  // Sanitised ahead: planning cannot wait.
  for (const { path, after } of files) {
    const at = parsePath(path);
    if (at !== null && after !== null) await readFit(at, after, view.sanitizer);
  }
  const fullPlan = planReset({ catalog, files, now: view.now, time: isoSeconds(view.now), sanitizer: view.sanitizer });
  const plan = keepReleased(fullPlan, view);

  const current = new Map(differences.map(({ path, before }) => [path, before]));
  const changed: FileVersions[] = [];
  for (const [path, value] of plan.files) {
    // Files outside the scope may have to follow, such as the version of the corporate language.
    changed.push({
      path,
      before: await read(current.get(path) ?? null),
      after: value === null ? null : encodeFile(path, value),
    });
  }
  const { page, section, media, color, entry } = scope;
  const planHash = hashOf(plan, current, { to, page, section, media, color, entry });
  return { plan, answer: { to, files: changed, conflicts: plan.conflicts, plan: planHash } };
}

/** Leaves out values that change with every commit: times, the version of the corporate language, the highest ids. */
function hashOf({ files, conflicts }: ResetPlan, current: ReadonlyMap<string, string | null>, request: object): string {
  const planned = [...files].flatMap(([path, value]) => {
    if (path === paths.ids) return [];
    if (path === paths.language) return [[path, isObject(value) ? value.status : null]];
    const stable = isObject(value) ? { ...value, updated_at: null } : value;
    return [[path, current.get(path) ?? null, stable]];
  });
  const text = JSON.stringify([request, sortedBy(planned, ([path]) => String(path)), conflicts]);
  return hash('sha256', text);
}

/** @throws `invalid` unless the page was active in that version */
function requirePage({ catalog }: BrandView, id: number, files: readonly FileVersions[]): void {
  const wasPresent = (path: string, isPresentNow: boolean): boolean => {
    const file = files.find((changed) => changed.path === path);
    return file === undefined ? isPresentNow : file.after !== null;
  };
  const page = paths.page(id);
  if (wasPresent(page, catalog.pages.has(id) || catalog.problems.has(page))) return;
  const wasTrashed = wasPresent(paths.trash(id), catalog.trash.has(id));
  const problem = wasTrashed
    ? say`Page ${id} was in the trash in that version: there is nothing to reset it to.`
    : say`Page ${id} did not exist in that version: there is nothing to reset it to.`;
  throw new PortalError('invalid', problem);
}

interface ScopedRecord {
  readonly path: string;
  /** Its name in messages, and in subjects of commits. */
  readonly name: Said;
  readonly subject: string;
  /** As it is now. */
  readonly value: MediaFile | BrandColor | EntryFile | undefined;
}

/** The record that a reset is limited to; `null` for a page, a section or the whole brand. */
function scopedRecord({ catalog }: BrandView, { media, color, entry }: Omit<ResetBody, 'to'>): ScopedRecord | null {
  if (media !== undefined) {
    const value = catalog.media.get(Number(media));
    return { path: paths.media(Number(media)), name: say`Medium ${media}`, subject: `medium ${media}`, value };
  }
  if (color !== undefined) {
    const value = catalog.colors.get(Number(color));
    return { path: paths.color(Number(color)), name: say`Colour ${color}`, subject: `colour ${color}`, value };
  }
  if (entry === undefined) return null;
  const value = catalog.entries.get(entry);
  return { path: paths.entry(entry), name: say`Entry ${entry}`, subject: `brand context entry ${entry}`, value };
}

/** @throws `invalid` unless the record was there in that version */
function requirePresent(files: readonly FileVersions[], { path, name, value }: ScopedRecord): void {
  const file = files.find((changed) => changed.path === path);
  if (file === undefined ? value !== undefined : file.after !== null) return;
  throw new PortalError('invalid', say`${name} did not exist in that version: there is nothing to reset it to.`);
}

/** The plan with the current release of media and their days of use, so that websites do not show again what may not be used. */
function keepReleased({ files, conflicts }: ResetPlan, { catalog }: BrandView): ResetPlan {
  const restored = new Map(files);
  for (const [path, planned] of files) {
    const at = parsePath(path);
    if (at?.kind !== 'media' || !isObject(planned)) continue;
    const current = storedIn(catalog, at.id);
    const kept = current && { valid_from: current.valid_from, valid_until: current.valid_until };
    const medium = { ...planned, ...kept, released: current?.released ?? false };
    if (isDeepStrictEqual(medium, current)) restored.delete(path);
    else restored.set(path, medium);
  }
  return { files: restored, conflicts };
}

/** A version as people know it: `2026-03-01 16:04 UTC (3de93de93d)`. */
async function versionName({ snapshot }: BrandView, commit: string): Promise<string> {
  const time = await snapshot.commitTime(commit);
  return `${time.slice(0, 16).replace('T', ' ')} UTC (${commit.slice(0, 10)})`;
}

/** Name of the scope in the commit's subject; content that is gone has the name that comes back. */
function scopeName(view: BrandView, scope: ResetBody, plan: ResetPlan): string {
  const { page, section } = scope;
  const withTitle = (name: string, current: unknown, path: string): string => {
    const titles = [current, plan.files.get(path)].map((value) => isObject(value) && (value.title ?? value.name));
    const title = titles.find((text) => typeof text === 'string');
    return title === undefined ? name : `${name} "${title}"`;
  };
  const record = scopedRecord(view, scope);
  if (record !== null) return withTitle(record.subject, record.value, record.path);
  if (section !== undefined) return `the corporate language section "${section}"`;
  if (page === undefined) return 'the brand';
  const { pages, trash } = view.catalog;
  return withTitle(`page ${page}`, pages.get(Number(page)) ?? trash.get(Number(page)), paths.page(Number(page)));
}

function conflictError(conflicts: readonly Conflict[]): PortalError {
  const rules = conflicts
    .slice(0, 20)
    .map(({ path, problem, forced }) => say`${path}: ${asSaid(problem)} (by force: ${asSaid(forced)})`);
  const more = conflicts.length - rules.length;
  const all = rules.reduce((before, rule) => say`${before}; ${rule}`);
  const named = more > 0 ? say`${all}; and ${more} more` : all;
  const message = say`The reset would break a rule. ${named}.`;
  return new PortalError('invalid', message, { extra: { conflicts } });
}
