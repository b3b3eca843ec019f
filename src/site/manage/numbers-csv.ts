import { countKinds } from '../../counts/day-counts.js';
import { writeCsv } from '../../lib/csv.js';
import { notFound } from '../../lib/errors.js';
import { sortedBy } from '../../lib/order.js';
import { isCounted } from '../../registry/records.js';
import { words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import type { WorkReply } from '../replies.js';
import { countText, nameOf, shownCounts } from './parts/shown-counts.js';

/** Upper bound on rows; those of the earliest days are left out. */
const maxRows = 50_000;

/**
 * Counts of a period as CSV: of each day, the newest first, all of each kind, then of each page, medium and words.
 *
 * @throws `not_found` while nothing is counted
 */
export async function numbersCsv(context: WorkContext): Promise<WorkReply> {
  if (!isCounted(context.brand)) throw notFound('Page');
  const { csvColumns: columns, csvAll, csvMore, kinds } = words().numbers;
  const rows: string[][] = [[columns.day, columns.kind, columns.id, columns.name, columns.count]];
  for (const [day, counts] of [...(await shownCounts(context)).days].reverse()) {
    for (const kind of countKinds) {
      const { all, of } = counts[kind];
      if (all === 0) continue;
      rows.push([day, kinds[kind], '', csvAll, countText(all)]);
      for (const [name, count] of sortedBy(of, ([, n]) => -n))
        rows.push([day, kinds[kind], kind === 'misses' ? '' : name, nameOf(context, kind, name), countText(count)]);
    }
    if (rows.length <= maxRows) continue;
    rows.splice(maxRows, rows.length, [day, '', '', csvMore, '']);
    break;
  }
  return { text: writeCsv(rows), csv: 'numbers.csv' };
}
