import type { FieldDiff } from '../../content/diff/fields.js';
import { compareEntry, compareSection, type ValueComparison } from '../../operations/compare.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { Fields } from '../content/fields.js';
import { isMovedWhole, isOnlyMoved } from '../content/moved.js';
import { namesIn } from '../content/names.js';
import { Value } from '../content/value.js';
import { rangeOf, restoreLinks, sidesOf, viewOf } from '../parts/compared.js';
import type { BrandVisit, Reply } from '../visit.js';
import { counted, sectionName } from '../words.js';

/** Two versions of a section of the corporate language. */
export async function compareSections(visit: BrandVisit): Promise<Reply> {
  const { section = '' } = visit.params;
  const found = await visit.read(compareSection, { params: { section }, query: rangeOf(visit) });
  return compareValues(visit, `/language/${section}`, `Language: ${sectionName(section)}`, { section }, found, true);
}

/** Two versions of a fact. */
export async function compareEntries(visit: BrandVisit): Promise<Reply> {
  const { entry = '' } = visit.params;
  const found = await visit.read(compareEntry, { params: { entry }, query: rangeOf(visit) });
  const title = (found.to.value ?? found.from.value)?.title;
  return compareValues(
    visit,
    `/context/${entry}`,
    `Fact: ${typeof title === 'string' ? title : entry}`,
    { entry },
    found,
    false,
  );
}

async function compareValues(
  visit: BrandVisit,
  base: string,
  title: string,
  scope: HistoryScope,
  { from, to, fields }: ValueComparison,
  isRestorable: boolean,
): Promise<Reply> {
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const isNow = rangeOf(visit).to === undefined;
  const view = viewOf(visit);
  const sides = await sidesOf({ visit, base, scope, from: from.commit, to: to.commit, isNow, view });
  const body = (
    <>
      <div class="head">
        <h1>{title}</h1>
        {isRestorable &&
          (await restoreLinks({ visit, base, scope, before: from.commit, after: isNow ? null : to.commit }))}
      </div>
      {sides}
      {fields.length === 0 && <p>Both versions are the same.</p>}
      {fields.length > 0 && (
        <section class="change is-edited">
          <h2>{changeCounts(fields)}</h2>
          <Fields fields={fields} view={view} names={namesIn(catalog)} />
        </section>
      )}
      {to.value !== null && (
        <details>
          <summary>{isNow ? 'All of it, as it is now' : 'All of it, as it was after this change'}</summary>
          <Value value={to.value} />
        </details>
      )}
    </>
  );
  return { title: `${title}: what changed`, body };
}

function changeCounts(fields: readonly FieldDiff[]): string {
  const moved = fields.filter(isOnlyMoved).length;
  const changed = fields.filter((field) => !isOnlyMoved(field) && !isMovedWhole(field)).length;
  const counts = [
    ...(changed > 0 || moved === 0 ? [`${counted(changed, 'text or value', 'texts or values')} changed`] : []),
    ...(moved > 0 ? [`${counted(moved, 'value')} only moved`] : []),
  ];
  return counts.join(', ');
}
