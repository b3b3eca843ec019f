import { Argument, type Command, Option } from 'commander';
import { visibilities } from '../content/brand.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { type Page, type PageSummary, pageTypes } from '../content/page.js';
import { movePage, setSlug, setVisibility } from '../operations/arrange-pages.js';
import { comparePage, type PageComparison } from '../operations/compare.js';
import { listCommits } from '../operations/history.js';
import { createPage, listPages, showPage } from '../operations/pages.js';
import type { Repository } from '../store/repository.js';
import { diffLines } from './change-text.js';
import { print, useService } from './common.js';
import {
  type ContentOptions,
  columns,
  commandGroup,
  contentCommand,
  memberLines,
  operationCommand,
  parseInteger,
} from './content-command.js';
import { blockText, shortLine } from './output.js';
import { commitHelp } from './parse.js';
import { oneLine } from './printable.js';
import { operate, runOperation } from './run-operation.js';

const page = ['<page>', "the page's id"] as const;
const chapter = '--under <chapter>';
const slugText = ({ id, title, slug }: Page): string => `Page ${id} "${oneLine(title)}" is ${slug}.`;

export function pageCommand(): Command {
  const help = 'list, show, compare, create, move and order pages, and set their slugs and who sees them';
  return commandGroup('page', help, [
    operationCommand('list', 'the pages in navigation order; a container is a chapter', listPages, {
      text: (pages) => columns<PageSummary>('id', 'title', 'slug', 'type', 'visibility')(indented(pages)),
    }),
    operationCommand('show', 'one page with its blocks', showPage, {
      args: [page],
      text: ({ blocks, ...head }) => [...memberLines(head), ...blocks.map(blockText)].join('\n'),
    }),
    diffCommand(),
    operationCommand('create', 'add a page without content, or a chapter, at the end of its siblings', createPage, {
      options: [
        new Option('--title <title>', 'what people read').makeOptionMandatory(),
        ['--slug <slug>', 'its name in addresses (default: from the title)'],
        new Option(chapter, "the chapter's id (default: the top level)").argParser(parseInteger),
        new Option('--type <type>', 'a container is a chapter').choices(pageTypes).default('guideline'),
      ],
      fields: { under: 'parent_id' },
      text: slugText,
    }),
    moveCommand(),
    orderCommand(),
    operationCommand('slug', "set a page's slug; addresses with the old one lead nowhere", setSlug, {
      args: [page, ['<slug>', 'brought to lower case with hyphens; must be free']],
      text: slugText,
    }),
    operationCommand('visibility', 'set who sees a page', setVisibility, {
      args: [page, new Argument('<visibility>', 'who sees it').choices(visibilities)],
      text: ({ id, title, visibility }) => `Page ${id} "${oneLine(title)}" is ${visibility}.`,
    }),
  ]);
}

const maxWidth = 50;

/** The pages with titles as deep as their chapters, and no text too wide for a table. */
function indented(pages: readonly PageSummary[]): PageSummary[] {
  const parents = new Map(pages.map(({ id, parent_id }) => [id, parent_id]));
  return pages.map((page) => {
    let depth = 0;
    for (let at = page.parent_id; at != null && depth < 50; at = parents.get(at) ?? null) depth += 1;
    const title = '  '.repeat(depth) + shortLine(page.title, maxWidth);
    return { ...page, title, slug: shortLine(page.slug, maxWidth) };
  });
}

function moveCommand(): Command {
  const command = contentCommand('move', 'put a page at the end of a chapter, or of the top level')
    .argument(...page)
    .addOption(new Option(chapter, "the chapter's id").argParser(parseInteger).conflicts('top'))
    .option('--top', 'to the top level')
    .usage('(--under <chapter> | --top) [options] <brand> <page>');
  return command.action(async (brand: string, id: string, options: ContentOptions & { under?: number; top?: true }) => {
    const { under = null, top } = options;
    if (under === null && !top) command.error('error: say --under <chapter> or --top', { exitCode: 2 });
    await move(brand, id, { parent_id: under }, '', options);
  });
}

function orderCommand(): Command {
  const before = new Option('--before <page>', 'the id of the page it comes before').argParser(parseInteger);
  const after = new Option('--after <page>', 'the id of the page it follows').argParser(parseInteger);
  const command = contentCommand('order', 'put a page before or behind another, in the same chapter as that')
    .argument(...page)
    .addOption(before)
    .addOption(after.conflicts('before'))
    .usage('(--before <page> | --after <page>) [options] <brand> <page>');
  type Options = ContentOptions & { before?: number; after?: number };
  return command.action(async (brand: string, id: string, options: Options) => {
    const { before, after } = options;
    if (before !== undefined) await move(brand, id, { before }, `, before page ${before}`, options);
    else if (after !== undefined) await move(brand, id, { after }, `, after page ${after}`, options);
    else command.error('error: say --before <page> or --after <page>', { exitCode: 2 });
  });
}

async function move(brand: string, id: string, body: object, next: string, options: ContentOptions): Promise<void> {
  const page = await operate(options, brand, movePage, { params: { page: id }, body });
  const where = page.parent_id === null ? 'at the top level' : `in chapter ${page.parent_id}`;
  print(page, options, () => `Page ${page.id} "${oneLine(page.title)}" is now ${where}${next}.`);
}

const diffHelp = `
Without a commit it shows what the last change of the page did. Words that are gone are in [-...-], new ones in {+...+}.`;

function diffCommand(): Command {
  const command = contentCommand('diff', 'two versions of a page, block by block and word by word')
    .argument(...page)
    .argument('[a]', `the older version: ${commitHelp}`)
    .argument('[b]', 'the newer version', 'HEAD')
    .addHelpText('after', diffHelp);
  return command.action(
    async (brand: string, id: string, a: string | undefined, b: string, options: ContentOptions) => {
      await useService(options, async (service) => {
        const repository = await service.openBrand(brand);
        const { versions } = repository;
        const range =
          a === undefined
            ? await lastChange(repository, id)
            : { from: await versions.resolve(a), to: await versions.resolve(b) };
        const found = await runOperation(service, brand, comparePage, { params: { page: id }, query: range });
        print(found, options, () => comparisonText(id, found));
      });
    },
  );
}

async function lastChange(repository: Repository<Catalog>, page: string): Promise<{ to?: string }> {
  for await (const { commit } of listCommits(repository, { page }, { limit: 1 })) return { to: commit };
  return {};
}

function comparisonText(id: string, { change, from, to, fields, blocks, counts }: PageComparison): string {
  const title = (to.value ?? from.value)?.title;
  const named = title === undefined ? `page ${id}` : `page ${id} ${JSON.stringify(title)}`;
  const range = [from, to].map(({ commit }) => commit?.slice(0, 10) ?? 'nothing').join(' → ');
  const same = counts.same === 1 ? '1 block' : `${counts.same} blocks`;
  return [
    oneLine(`${named}, ${range}: ${change === 'same' ? 'nothing differs' : change}`),
    ...diffLines({ fields, blocks }),
    ...(counts.same > 0 && change !== 'same' ? [`  ${same} unchanged`] : []),
  ].join('\n');
}
