import { plural } from '../../lib/plural.js';
import { sizeText } from '../../lib/size-text.js';
import { contentFaults, recentStats } from '../../service/stats.js';
import { Terms } from '../content/terms.js';
import type { BrandContext, Reply } from '../context.js';
import { activityBars } from '../parts/activity-bars.js';
import { orWithoutGit } from '../parts/change-list.js';
import { Note } from '../parts/note.js';
import { Name } from '../parts/text.js';

/** Maximum number of faults that the page names. */
const maxNamed = 50;

/** Page of the sizes of a brand, the faults in its content, and its changes a day. */
export async function statsPage(context: BrandContext): Promise<Reply> {
  const { service, slug } = context;
  const catalog = await context.catalog();
  const stats = await recentStats(service, slug);
  const faults = contentFaults(catalog, service.clock());
  const rows: [string, string][] = [
    [
      'Pages',
      [
        plural(stats.pages - stats.chapters, 'page'),
        ...(stats.chapters > 0 ? [plural(stats.chapters, 'chapter')] : []),
        ...(stats.in_trash > 0 ? [`${stats.in_trash} in the trash`] : []),
      ].join(', '),
    ],
    ['Colours', String(stats.colors)],
    ['Media', String(stats.media)],
    ['Files', `${stats.files}, ${sizeText(stats.file_bytes)} of ${sizeText(stats.file_bytes_limit)}`],
    ['Facts', String(stats.context_entries)],
    ['Changes', stats.commits === null ? 'not known without git on the server' : String(stats.commits)],
    ['Repository', `${sizeText(stats.repository_bytes)}, ${plural(stats.packs, 'pack')}`],
  ];
  const body = (
    <>
      <h1>Statistics</h1>
      {faults.length === 0 ? (
        <Note>Healthy. All files are valid and consistent.</Note>
      ) : (
        <section aria-labelledby="faults">
          <Note kind="warn">
            <h2 id="faults">{plural(faults.length, 'fault')} in the content</h2>
            <ul>
              {faults.slice(0, maxNamed).map(({ path, problem, advice }) => (
                <li>
                  <code>
                    <Name text={path} />
                  </code>
                  : <Name text={problem} />. {advice}
                </li>
              ))}
            </ul>
            {faults.length > maxNamed && (
              <p>And {faults.length - maxNamed} more. “brand-portal check” lists them all.</p>
            )}
          </Note>
        </section>
      )}
      <Terms rows={rows} />
      <p class="hint">Sizes are up to a minute old.</p>
      <h2>Changes a day</h2>
      {await orWithoutGit(activityBars(context), ({ message }) => <Note kind="bad">{message}</Note>)}
    </>
  );
  return { title: 'Statistics', body };
}
