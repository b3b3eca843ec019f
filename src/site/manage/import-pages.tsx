import { PassThrough } from 'node:stream';
import { type Visibility, visibilities } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { type ImportedColor, lossReasons } from '../../content/page-import/document.js';
import { blocksToMend, countsOf, isAllThere, lossNote, type Mend } from '../../content/page-import/mend.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { groupBy } from '../../lib/group-by.js';
import { includesRight } from '../../registry/rights.js';
import { type Source, sourceLimits, zipSource } from '../../service/media-import/archive.js';
import { type Doors, makeProposals } from '../../service/page-import/make.js';
import { type PlannedImport, readPages } from '../../service/page-import/read.js';
import { openParts } from '../../service/page-import/source.js';
import { told, toldError } from '../../words/errors.js';
import { sizeText } from '../../words/sizes.js';
import { fill, numberText, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { Button } from '../parts/button.js';
import type { WorkReply } from '../replies.js';
import { CheckFirst } from './parts/check-first.js';
import { Crumb, LinkLine } from './parts/text.js';
import { refusedFile } from './parts/upload.js';

/** Folders and ZIP files that are read at once. */
const atOnce = 2;

const maxNamed = 1000;

/** Losses and files left out, by reason. */
interface Reason {
  readonly reason: string;
  readonly count: number;
  readonly named: readonly (readonly [file: string, line: number | null, name: string | null])[];
}

/** Lines for the script: how far it is, then what would become of the files, or where the proposals are. */
export type ImportLine =
  | { readonly done: number; readonly all: number }
  | { readonly checked: CheckedPages }
  | { readonly made: MadePages }
  | { readonly problem: string };

interface CheckedPages {
  readonly pages: readonly { readonly title: string; readonly level: number; readonly isChapter: boolean }[];
  readonly counts: ReturnType<typeof countsOf>;
  readonly files: number;
  readonly colors: readonly Pick<ImportedColor, 'name' | 'hex'>[];
  readonly blocks: number;
  readonly toMend: number;
  /** Whether the brand has all of it already. */
  readonly isAllThere: boolean;
  readonly lost: readonly Reason[];
  readonly left: readonly Reason[];
}

interface MadePages {
  /** Address of the proposal, or of the list of several. */
  readonly to: string;
  /** Whether the same import had made and sent proposals before: nothing was added to those. */
  readonly isThere: boolean;
  /** Files that were refused. */
  readonly refused: readonly Reason[];
}

/** Page that takes a folder or ZIP of pages. Its script asks what would become of it, and then for the proposals. */
export async function importPagesPage(context: WorkContext): Promise<WorkReply> {
  const texts = words().importPages;
  const { href, name, origin, slug, brand } = context;
  const byDefault = defaultVisibility((await context.newest()).catalog);
  const size = sizeText(sourceLimits.packedBytes);
  const body = (
    <>
      <Crumb up={[href('/pages/new'), words().common.newPage]}>{texts.title}</Crumb>
      <CheckFirst
        texts={texts}
        form={{ 'data-import-pages': href('/pages/import'), 'data-max': sourceLimits.packedBytes }}
        counts={(['pages', 'chapters', 'files', 'colors', 'lost'] as const).map((name) => [
          name,
          texts.counts[name],
          name === 'lost' ? 'is-warn' : undefined,
        ])}
        lists={[
          ['refused', texts.refused],
          ['lost', texts.lost],
          ['colors', texts.colors],
          ['pages', texts.pages],
          ['left', texts.left],
        ]}
        choice={
          <fieldset data-readers>
            <legend>{texts.readers}</legend>
            {visibilities.map((value) => (
              <label class="check" key={value}>
                <input type="radio" name="visibility" value={value} checked={value === byDefault} />
                {words().common.visibility[value]}
              </label>
            ))}
          </fieldset>
        }
      >
        <div class="field">
          <label for="file">{texts.zip}</label>
          <input class="in" id="file" name="file" type="file" accept=".zip" aria-describedby="size" />
          <p class="hint" id="size">
            {fill(texts.zipHint, { size })}
          </p>
        </div>
        <div class="field">
          <label for="folder">{texts.folder}</label>
          <input class="in" id="folder" type="file" multiple data-folder />
        </div>
      </CheckFirst>
      {brand.api_enabled && (
        <section class="card pad connect" id="agent">
          <h2>{texts.agent}</h2>
          <p class="sub">{texts.agentText}</p>
          <dl>
            {copied(texts.agentAddress, `${origin}/brands/${slug}/-/mcp`, 'mono')}
            {copied(texts.agentTask, fill(texts.agentPrompt, { brand: name }))}
          </dl>
          <LinkLine to={href('/-/connect')} text={texts.otherClients} />
        </section>
      )}
    </>
  );
  return { title: texts.title, body };
}

const defaultVisibility = ({ brand }: Catalog): Visibility => brand?.default_visibility ?? 'internal';

/** Text to copy. */
const copied = (label: string, text: string, look?: string) => (
  <>
    <dt>{label}</dt>
    <dd class="row wrap">
      <span class={look}>{text}</span>
      <Button
        icon="copy"
        class="btn sm"
        data-copy={text}
        data-copied={label}
        aria-label={fill(words().connect.copyFor, { label })}
      >
        {words().common.copy}
      </Button>
    </dd>
  </>
);

/** Reads the files that were sent, and says what would become of them, or makes the proposals. */
export async function importSentPages(context: WorkContext): Promise<WorkReply> {
  const release = context.service.semaphores.tryAcquire('page imports', atOnce);
  let source: Source | null = null;
  try {
    if (release === null) throw new PortalError('busy', 'Too many files are being uploaded. Try again in a moment.');
    const received = await receivedIn(context);
    source = received;
    const form = context.upload?.fields() ?? {};
    const lines = new PassThrough();
    const tell = (line: ImportLine): void => void lines.write(`${JSON.stringify(line)}\n`);
    importAll(context, received, form, tell, () => lines.destroyed)
      .catch((error) => {
        if (!(error instanceof PortalError)) throw error;
        tell({ problem: toldError(error).message });
      })
      .then(() => lines.end())
      .catch((error) => lines.destroy(error))
      .finally(() => {
        received.close();
        release();
      });
    return { lines };
  } catch (error) {
    source?.close();
    release?.();
    return { json: { refused: [refusedFile('', error).reason] } };
  }
}

/** @throws PortalError */
async function receivedIn({ upload, service, slug }: WorkContext): Promise<Source> {
  const files = service.files(slug);
  let source: Source | null = null;
  for await (const { source: sent } of upload?.files ?? []) {
    if (source !== null) break;
    const spooled = await files.spool(sent, { maxBytes: sourceLimits.packedBytes });
    try {
      const zip = await zipSource(spooled.path, spooled.bytes);
      const close = (): void => {
        zip.close();
        void spooled.discard();
      };
      source = await openParts({ ...zip, close }, files);
    } catch (error) {
      await spooled.discard();
      throw error;
    }
  }
  if (source === null) throw invalidField('file', 'Choose a ZIP file first.');
  return source;
}

async function importAll(
  context: WorkContext,
  source: Source,
  { makes = '', name = '', visibility: chosen }: Readonly<Record<string, string>>,
  tell: (line: ImportLine) => void,
  isLeft: () => boolean,
): Promise<void> {
  const texts = words().importPages;
  const { service, work, actor } = context;
  const now = service.clock();
  const catalog = (await context.newest()).catalog;
  const onProgress = (done: number, all: number): void => tell({ done, all });
  const choosesSlugs = includesRight(actor.rights, 'write');
  const planned = await readPages(source, {
    ...{ work, catalog, now, choosesSlugs, onProgress, isLeft, colorsTitle: texts.colorsTitle },
  });
  if (makes !== 'yes') {
    tell({ checked: checkedPages(planned) });
    return;
  }
  const file = name.slice(0, 100);
  const { proposals, lost } = await makeProposals(doorsOf(context), planned, {
    title: (n, all) => (all === 1 ? fill(texts.proposal, { file }) : fill(texts.proposalPart, { file, n, all })),
    note,
    visibility: visibilities.find((one) => one === chosen) ?? defaultVisibility(catalog),
    ...{ now, onProgress, isLeft },
  });
  const [only, ...others] = proposals;
  const to = context.href(only !== undefined && others.length === 0 ? `/proposals/${only.number}` : '/proposals');
  const refused = lost.map(({ path, kind, name }) => {
    return { reason: told(lossReasons[kind]), named: [path, null, name] as const };
  });
  tell({ made: { to, isThere: proposals.some(({ isThere }) => isThere), refused: byReason(refused) } });
}

const note = ({ toMend, blocks, losses }: Mend): string => {
  const texts = words().importPages;
  const lineOf = ({ title, kind, name }: Mend['losses'][number]): string =>
    `${title}: ${told(lossReasons[kind])}${name === null ? '' : ` (${name})`}`;
  const head = fill(texts.noteHead, { n: numberText(toMend), all: numberText(blocks) });
  return lossNote(head, losses.map(lineOf), (n) => fill(texts.more, { n: numberText(n) }));
};

const doorsOf = (context: WorkContext): Doors => ({
  read: async () => (await context.newest()).catalog,
  perform: (operation, input) => context.perform(operation, input),
  store: (bytes, sent, proposal) => context.store(bytes, sent, { proposal }),
});

function checkedPages({ plan, unread }: PlannedImport): CheckedPages {
  const levelOf = (parent: number | null): number =>
    parent === null ? 0 : 1 + levelOf(plan.pages[parent]?.parent ?? null);
  const lost = plan.pages.flatMap(({ path, lost }) =>
    lost.map(({ kind, line, name }) => ({ reason: told(lossReasons[kind]), named: [path, line, name] as const })),
  );
  const { blocks, toMend } = blocksToMend(plan.pages);
  const left = plan.left.map(({ path, reason }) => ({ reason: told(reason), named: [path, null, null] as const }));
  return {
    pages: plan.pages.map(({ title, parent, type }) => ({
      title,
      level: levelOf(parent),
      isChapter: type === 'container',
    })),
    counts: countsOf(plan.pages),
    files: plan.files.length,
    colors: plan.colors,
    ...{ blocks, toMend, isAllThere: isAllThere(plan, unread) },
    lost: byReason(lost),
    left: byReason(left),
  };
}

const byReason = (list: readonly { readonly reason: string; readonly named: Reason['named'][number] }[]): Reason[] =>
  [...groupBy(list, ({ reason }) => reason)].map(([reason, all]) => {
    return { reason, count: all.length, named: all.slice(0, maxNamed).map(({ named }) => named) };
  });
