import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type Command, Option } from 'commander';
import { type Visibility, visibilities } from '../../content/brand.js';
import { type ImportedColor, type Loss, lossReasons } from '../../content/page-import/document.js';
import { blocksToMend, countsOf, isAllThere, lossNote, type Mend } from '../../content/page-import/mend.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { groupBy } from '../../lib/group-by.js';
import { plural } from '../../lib/plural.js';
import { noInput } from '../../operations/engine/contract.js';
import { onceKey } from '../../operations/engine/idempotency.js';
import { storeFile } from '../../service/files/uploads.js';
import type { Source } from '../../service/media-import/archive.js';
import type { Doors, MadeProposal } from '../../service/page-import/make.js';
import type { PlannedImport } from '../../service/page-import/read.js';
import type { Service } from '../../service/service.js';
import { brandServiceCommand, endSignal, operatorCall, operatorWork } from '../command.js';
import { parseInteger } from '../options.js';
import { progressBar } from '../output.js';

/** Files that are named of those left out for the same reason. */
const maxNamed = 5;

interface Lost extends Loss {
  readonly reason: string;
}

interface Imported {
  readonly pages: readonly {
    readonly file: string;
    readonly type: 'guideline' | 'container';
    readonly title: string;
    readonly slug: string;
    /** Title of its chapter. */
    readonly chapter: string | null;
    /** Id of the chapter of the brand that it is; `null` if it is new. */
    readonly existing: number | null;
    readonly hidden: boolean;
    readonly blocks: number;
    readonly lost: readonly Lost[];
  }[];
  /** Pictures and other files that pages show. */
  readonly files: number;
  readonly colors: readonly ImportedColor[];
  readonly blocks: number;
  /** Blocks that miss something. */
  readonly to_mend: number;
  /** Whether the brand has all of it already. */
  readonly all_there: boolean;
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  readonly proposals: readonly MadeProposal[];
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly under?: number;
  readonly visibility?: Visibility;
  readonly map?: string;
}

const help = `
Folders become chapters, documents pages, pictures media; links between pages lead to the pages. Markdown (also of Notion, Decap,
Keystatic, Hugo), HTML (of Notion, Confluence, Google Docs, saved web pages), DOCX and CSV are read. What is not taken is named with
its file, place and reason. The pages are in proposals of at most 150 pages, each made whole or not at all; an interrupted import goes on
when it is started again within a day; their notes name what is lost. Pages that the brand has with the same title and address are left out.

In Markdown, the front matter may say title, slug and draft: true for a hidden page; _index.md or index.md is the page of its folder.

An export of Contentful or Directus becomes Markdown first. The map says in YAML or JSON which fields are what:

  types:
    blogPost: { chapter: Blog, title: title, slug: slug, body: [intro, sections], html: false }
    section: { part: true, title: name, body: [text] }     # no page: it is in those that refer to it
  media: { 7orLdboQQowIUs22KAW4U: 101 }     # pictures: a part of their address, without its extension, and the medium's id
  locale: en-US                             # of Contentful; by default the export's own`;

export function importPagesCommand(): Command {
  return brandServiceCommand<ImportOptions, Imported>(
    'import',
    'make proposals of a folder of pages, or of an export',
    {
      args: [['<source>', 'a folder or ZIP of Markdown, HTML or DOCX; a .json or .csv of Contentful or Directus']],
      options: [
        ['--dry-run', 'list what becomes of each file, and store nothing'],
        ['--under <chapter>', "the chapter's id (default: the top level)", parseInteger],
        new Option('--visibility <visibility>', "who may read the pages (default: the brand's)").choices(visibilities),
        ['--map <file>', 'file that maps the types of an export, and pictures to media'],
      ],
      async run(service, { dryRun = false, under = null, visibility, map }, brand = '', path = '') {
        // Imported on demand, because only this command needs them.
        const [{ readPages }, { makeProposals }, { openParts }] = await Promise.all([
          import('../../service/page-import/read.js'),
          import('../../service/page-import/make.js'),
          import('../../service/page-import/source.js'),
        ]);
        const { clock } = service;
        const read = async () => (await (await service.openBrand(brand)).read()).catalog;
        const catalog = await read();
        const source = await openParts(await sourceAt(path, map), service.files(brand));
        const ending = endSignal();
        try {
          const onProgress = progressBar('read', 'documents');
          const options = {
            work: operatorWork(service, brand),
            catalog,
            now: clock(),
            choosesSlugs: true,
            colorsTitle: 'Colours',
            onProgress,
          };
          const planned = await readPages(source, { ...options, isLeft: () => ending.aborted });
          if (dryRun || ending.aborted) return asImported(planned, []);
          const doors = operatorDoors(service, brand, read);
          const name = basename(path);
          const { proposals, lost } = await makeProposals(doors, planned, {
            title: (part, parts) => `Import ${name}${parts === 1 ? '' : ` (${part} of ${parts})`}`,
            note,
            now: clock(),
            under,
            visibility: visibility ?? catalog.brand?.default_visibility ?? 'internal',
            onProgress: progressBar('stored', 'files and proposals'),
            isLeft: () => ending.aborted,
          });
          const more = lost.map(({ path, kind, name }) => ({ file: path, reason: `${name}: ${lossReasons[kind]}` }));
          const imported = asImported(planned, proposals);
          return { ...imported, left: [...imported.left, ...more] };
        } finally {
          source.close();
        }
      },
      text({ pages, files, colors, blocks, to_mend, all_there, left, proposals }) {
        const lines = pages.flatMap(({ file, type, title, slug, hidden, lost }) => {
          const kind = type === 'container' ? 'chapter' : hidden ? 'hidden page' : 'page';
          return [`${file}: ${kind} ${slug} "${title}"`, ...lost.map((one) => `  ${lossText(one)}`)];
        });
        const others = [...groupBy(left, ({ reason }) => reason)].map(([reason, list]) => {
          const names = list.slice(0, maxNamed).map(({ file }) => file);
          const more = list.length > maxNamed ? ` and ${list.length - maxNamed} more` : '';
          return `${names.join(', ')}${more}: left out. ${reason}`;
        });
        const palette = colors.map(({ name, hex }) => `colour "${name}" ${hex}`);
        const withColors = colors.length === 0 ? '' : ` and ${plural(colors.length, 'colour')}`;
        const counts = `${pagesText(countsOf(pages))}, with ${plural(files, 'file')}${withColors}.`;
        const mend = `${mendText(to_mend, blocks)}.`;
        const made = proposals.map(
          ({ number, title, isThere, ...counts }) =>
            `${isThere ? 'There already, and not changed: proposal' : 'Made proposal'} ${number} "${title}": ${pagesText(counts)}.`,
        );
        return [
          ...(all_there ? ['Everything in it is there already.'] : []),
          ...lines,
          ...palette,
          ...others,
          counts,
          ...(blocks === 0 ? [] : [mend]),
          ...(made.length === 0 ? ['Nothing was changed.'] : made),
        ]
          .map(visible)
          .join('\n');
      },
    },
  ).addHelpText('after', help);
}

const pagesText = ({ pages, chapters }: Pick<MadeProposal, 'pages' | 'chapters'>): string =>
  plural(pages, 'page') + (chapters === 0 ? '' : ` and ${plural(chapters, 'chapter')}`);

const mendText = (toMend: number, blocks: number): string =>
  `${toMend} of ${plural(blocks, 'block')} ${toMend === 1 ? 'needs' : 'need'} a look`;

const note = ({ toMend, blocks, losses }: Mend): string =>
  lossNote(
    `${mendText(toMend, blocks)}:`,
    losses.map(({ title, ...loss }) => `${title}: ${lossText({ ...loss, reason: lossReasons[loss.kind] })}`),
    (n) => `and ${n} more`,
  );

const lossText = ({ line, name, reason }: Lost): string =>
  `${line === null ? 'lost' : `lost in line ${line}`}${name === null ? '' : `, ${name}`}: ${reason}`;

async function sourceAt(path: string, map: string | undefined): Promise<Source> {
  const extension = extname(path).toLowerCase();
  const isExport = extension === '.json' || extension === '.csv';
  if (!isExport && map === undefined) {
    if (/^\.(?:md|markdown|html?|docx)$/.test(extension) && (await stat(path).catch(() => null))?.isFile())
      throw new PortalError('invalid', `Name the folder of ${path}, not the file.`);
    return (await import('../media-import/sources.js')).openSource(path);
  }
  const { exportSource } = await import('../cms-source.js');
  return exportSource(path, map);
}

function operatorDoors(service: Service, brand: string, read: Doors['read']): Doors {
  return {
    read,
    async perform(operation, { params = {}, body, once, proposal }) {
      const idempotencyKey = once && onceKey(once, body);
      return service.run(operation, { ...operatorCall(brand), proposal, idempotencyKey }, { ...noInput, params, body });
    },
    store: (bytes, sent, proposal) => storeFile(service, { ...operatorCall(brand), proposal }, bytes, sent),
  };
}

function asImported({ plan, unread }: PlannedImport, proposals: readonly MadeProposal[]): Imported {
  const pages = plan.pages.map(({ path, type, title, slug, parent, existing, isHidden, blocks, lost }) => ({
    ...{ file: path, type, title, slug, chapter: parent === null ? null : (plan.pages[parent]?.title ?? null) },
    ...{ existing, hidden: isHidden, blocks: blocks.length },
    lost: lost.map((one) => ({ ...one, reason: lossReasons[one.kind] })),
  }));
  const left = plan.left.map(({ path, reason }) => ({ file: path, reason }));
  const { blocks, toMend } = blocksToMend(plan.pages);
  const counts = { files: plan.files.length, colors: plan.colors, blocks, to_mend: toMend };
  return { pages, ...counts, all_there: isAllThere(plan, unread), left, proposals };
}
