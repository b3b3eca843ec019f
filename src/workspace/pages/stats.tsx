import { plural } from '../../lib/plural.js';
import { sizeText } from '../../lib/size-text.js';
import { contentFaults, recentStats } from '../../service/stats.js';
import type { BrandContext, Reply } from '../context.js';
import { activityBars } from '../parts/activity-bars.js';
import { orWithoutGit } from '../parts/change-list.js';
import { Note } from '../parts/note.js';
import { Stats } from '../parts/stats.js';
import { Name } from '../parts/text.js';

/** Maximum number of faults that the page names. */
const maxNamed = 50;

/** Page of the sizes of a brand, the faults in its content, and its changes a day. */
export async function statsPage(context: BrandContext): Promise<Reply> {
  const { service, slug } = context;
  const catalog = await context.catalog();
  const stats = await recentStats(service, slug);
  const faults = contentFaults(catalog, service.clock());
  const { href } = context;
  const cards = [
    [stats.pages - stats.chapters, 'Pages'],
    [stats.chapters, 'Chapters'],
    [stats.in_trash, 'Pages in the trash', href('/trash')],
    [stats.colors, 'Colours', href('/colors')],
    [stats.media, 'Media', href('/media')],
    [stats.context_entries, 'Facts', href('/context')],
    [stats.commits ?? '–', stats.commits === null ? 'Changes: not known without git' : 'Changes', href('/changes')],
    [sizeText(stats.file_bytes), `in ${plural(stats.files, 'file')}, of ${sizeText(stats.file_bytes_limit)}`],
    [sizeText(stats.repository_bytes), `in the repository, ${plural(stats.packs, 'pack')}`],
  ] as const;
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
      <Stats stats={cards} />
      <p class="hint">Sizes are up to a minute old.</p>
      <h2>Changes a day</h2>
      {await orWithoutGit(activityBars(context), ({ message }) => <Note kind="bad">{message}</Note>)}
    </>
  );
  return { title: 'Statistics', body };
}
