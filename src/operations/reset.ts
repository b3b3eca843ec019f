import { isoSeconds } from '../clock.js';
import { paths } from '../content/catalog/paths.js';
import type { Change, FileVersions } from '../content/diff/changes.js';
import { describeChanges } from '../content/diff/changes.js';
import { type Conflict, planReset, type ResetPlan } from '../content/diff/reset.js';
import { encodeFile } from '../content/file-form.js';
import { PortalError } from '../errors.js';
import { Input, type Static, Type } from '../validation/schema.js';
import { fields } from './body.js';
import { pathsIn } from './history-scope.js';
import { read, write } from './operation.js';
import { resources } from './resource.js';
import type { BrandView } from './view.js';

/** `to` is the full id of a commit; a page or a section limits the reset to it. */
const ResetBody = Input({
  to: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  page: Type.Optional(Type.String()),
  section: Type.Optional(Type.String()),
  force: Type.Optional(Type.Boolean()),
});
type ResetBody = Static<typeof ResetBody>;

export interface Reset {
  readonly to: string;
  readonly changes: readonly Change[];
  /** Rules that the old content would break: without force a reason to refuse, with it what was altered to keep them. */
  readonly conflicts: readonly Conflict[];
}

const ResetAnswer = Type.Unsafe<Reset>(
  Input({ to: Type.String(), changes: Type.Array(Type.Object({})), conflicts: Type.Array(Type.Object({})) }),
);

/** A dry run. */
export const previewReset = read({
  name: 'brand.reset.preview',
  summary: 'Show what a reset would do',
  query: ResetBody,
  answers: ResetAnswer,
  run: async (view, { query }) => ({ value: (await planFor(view, query)).answer, resource: null }),
});

/** Nothing is rewritten; page ids that were handed out since stay used. */
export const resetBrand = write({
  name: 'brand.reset',
  summary: 'Bring old content back as a new commit',
  body: fields(ResetBody),
  answers: ResetAnswer,
  check: (draft) => draft.catalog,
  async apply(draft, { body }) {
    const { plan, answer } = await planFor(draft, body);
    if (plan.conflicts.length > 0 && body.force !== true) throw refusal(plan.conflicts);
    for (const [path, value] of plan.files) {
      if (value === null) draft.remove(path);
      else draft.put(path, value);
    }
    if (plan.files.size > 0) {
      const altered = plan.conflicts.map(({ path, problem, forced }) => `${path}: ${problem}; ${forced}`);
      draft.commitAs(`Reset ${scopeName(draft, body)} to ${body.to.slice(0, 10)}`, altered);
    }
    return { value: answer, resource: body.page === undefined ? null : resources.page(Number(body.page)) };
  },
});

async function planFor(view: BrandView, { to, ...scope }: ResetBody): Promise<{ plan: ResetPlan; answer: Reset }> {
  const { catalog, snapshot } = view;
  const wanted = pathsIn(scope);
  const differences = await snapshot.differences(to);
  const read = async (oid: string | null): Promise<Buffer | null> => (oid === null ? null : snapshot.read(oid));
  const files: FileVersions[] = [];
  for (const { path, was, oid } of differences) {
    if (wanted?.includes(path) ?? true) files.push({ path, before: await read(was), after: await read(oid) });
  }
  if (scope.page !== undefined) requirePage(view, Number(scope.page), files);
  const plan = planReset({ catalog, files, now: view.now, time: isoSeconds(view.now), sanitizer: view.sanitizer });
  const current = new Map(differences.map(({ path, was }) => [path, was]));
  const changed: FileVersions[] = [];
  for (const [path, value] of plan.files) {
    // Also of files outside the scope that have to follow, such as the version of the corporate language.
    changed.push({
      path,
      before: await read(current.get(path) ?? null),
      after: value === null ? null : encodeFile(path, value),
    });
  }
  return { plan, answer: { to, changes: describeChanges(changed), conflicts: plan.conflicts } };
}

/** @throws `invalid` unless the page was active in that version */
function requirePage({ catalog }: BrandView, id: number, files: readonly FileVersions[]): void {
  const wasThere = (path: string, isThere: boolean): boolean => {
    const file = files.find((one) => one.path === path);
    return file === undefined ? isThere : file.after !== null;
  };
  const page = paths.page(id);
  if (wasThere(page, catalog.pages.has(id) || catalog.problems.has(page))) return;
  const wasTrashed = wasThere(paths.trash(id), catalog.trash.has(id));
  const where = wasTrashed ? 'was in the trash' : 'did not exist';
  throw new PortalError('invalid', `Page ${id} ${where} in that version: there is nothing to reset it to.`);
}

function scopeName({ catalog }: BrandView, { page, section }: ResetBody): string {
  if (section !== undefined) return `the corporate language section "${section}"`;
  if (page === undefined) return 'the brand';
  const known = catalog.pages.get(Number(page)) ?? catalog.trash.get(Number(page));
  return known === undefined ? `page ${page}` : `page ${page} "${known.title}"`;
}

function refusal(conflicts: readonly Conflict[]): PortalError {
  const named = conflicts.slice(0, 20).map(({ path, problem, forced }) => `${path}: ${problem} (by force: ${forced})`);
  const more = conflicts.length > named.length ? [`and ${conflicts.length - named.length} more`] : [];
  const message = `The reset would break a rule. ${[...named, ...more].join('; ')}.`;
  return new PortalError('invalid', message, { extra: { conflicts } });
}
