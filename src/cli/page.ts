import { Argument, Command, Option } from 'commander';
import { visibilities } from '../content/brand.js';
import { pageTypes } from '../content/page.js';
import { stringifyJson } from '../json.js';
import { movePage, setSlug, setVisibility } from '../operations/arrange-pages.js';
import { createPage, listPages, showPage } from '../operations/pages.js';
import { print, table } from './common.js';
import { type ContentOptions, contentCommand, parseInteger, sentFields } from './content-command.js';
import { shortLine } from './output.js';
import { pageDiffCommand } from './page-diff.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

export function pageCommand(): Command {
  const page = new Command('page').description(
    'list, show, compare, create, move and order pages, and set their slugs and who sees them',
  );
  const reading = [listCommand(), showCommand(), pageDiffCommand()];
  const changing = [createCommand(), moveCommand(), orderCommand(), slugCommand(), visibilityCommand()];
  for (const command of [...reading, ...changing]) page.addCommand(command);
  return page;
}

const titleWidth = 50;

function listCommand(): Command {
  const command = contentCommand('list', 'the pages in navigation order; a container is a chapter');
  return command.action(async (brand: string, options: ContentOptions) => {
    const pages = await operate(options, brand, listPages);
    const parents = new Map(pages.map(({ id, parent_id }) => [id, parent_id]));
    const rows = pages.map(({ id, title, slug, type, visibility, parent_id }) => {
      let depth = 0;
      for (let at = parent_id; at != null && depth < 50; at = parents.get(at) ?? null) depth += 1;
      return [
        String(id),
        '  '.repeat(depth) + shortLine(title, titleWidth),
        shortLine(slug, titleWidth),
        type,
        visibility,
      ];
    });
    print(pages, options, () => table(['ID', 'TITLE', 'SLUG', 'TYPE', 'VISIBILITY'], rows));
  });
}

function showCommand(): Command {
  const command = pageArgument(contentCommand('show', 'one page with its blocks'));
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const page = await operate(options, brand, showPage, { params: { page: id } });
    const { blocks, ...head } = page;
    const fields = Object.entries(head).map(([name, value]) => `${name.padEnd(14)} ${oneLine(String(value ?? '-'))}`);
    const shown = blocks.map(({ id: block, type, data }, at) => {
      const head = oneLine(`block ${at + 1} (${type ?? 'untyped'} ${block ?? ''})`);
      return `${head}\n${stringifyJson(data).replace(/^/gm, '  ')}`;
    });
    print(page, options, () => [...fields, ...shown].join('\n'));
  });
}

const created = { title: 'title', slug: 'slug', type: 'type', under: 'parent_id' };

function createCommand(): Command {
  const command = contentCommand('create', 'add a page without content, or a chapter, at the end of its siblings')
    .requiredOption('--title <title>', 'what people read')
    .option('--slug <slug>', 'its name in addresses (default: from the title)')
    .addOption(new Option('--under <chapter>', "the chapter's id (default: the top level)").argParser(parseInteger))
    .addOption(new Option('--type <type>', 'a container is a chapter').choices(pageTypes).default('guideline'));
  return command.action(async (brand: string, options: ContentOptions) => {
    const page = await operate(options, brand, createPage, { body: sentFields(options, created) });
    print(page, options, () => `Page ${page.id} "${oneLine(page.title)}" is ${page.slug}.`);
  });
}

function slugCommand(): Command {
  const command = pageArgument(
    contentCommand('slug', "set a page's slug; addresses with the old one lead nowhere"),
  ).argument('<slug>', 'brought to lower case with hyphens; must be free');
  return command.action(async (brand: string, id: string, slug: string, options: ContentOptions) => {
    const page = await operate(options, brand, setSlug, { params: { page: id }, body: { slug } });
    print(page, options, () => `Page ${page.id} "${oneLine(page.title)}" is ${page.slug}.`);
  });
}

interface MoveOptions extends ContentOptions {
  readonly under?: number;
  readonly top?: true;
  readonly before?: number;
  readonly after?: number;
}

function moveCommand(): Command {
  const command = pageArgument(contentCommand('move', 'put a page at the end of a chapter, or of the top level'))
    .addOption(new Option('--under <chapter>', "the chapter's id").argParser(parseInteger).conflicts('top'))
    .option('--top', 'to the top level')
    .usage('(--under <chapter> | --top) [options] <brand> <page>');
  return command.action(async (brand: string, id: string, options: MoveOptions) => {
    if (options.under === undefined && !options.top)
      command.error('error: say --under <chapter> or --top', { exitCode: 2 });
    await move(brand, id, { parent_id: options.under ?? null }, options);
  });
}

function orderCommand(): Command {
  const command = pageArgument(
    contentCommand('order', 'put a page before or behind another, in the same chapter as that'),
  )
    .addOption(new Option('--before <page>', 'the id of the page it comes before').argParser(parseInteger))
    .addOption(
      new Option('--after <page>', 'the id of the page it follows').argParser(parseInteger).conflicts('before'),
    )
    .usage('(--before <page> | --after <page>) [options] <brand> <page>');
  return command.action(async (brand: string, id: string, options: MoveOptions) => {
    const body = sentFields(options, { before: 'before', after: 'after' });
    if (Object.keys(body).length === 0) command.error('error: say --before <page> or --after <page>', { exitCode: 2 });
    await move(brand, id, body, options);
  });
}

async function move(brand: string, id: string, body: object, options: MoveOptions): Promise<void> {
  const { before, after } = options;
  const next = before !== undefined ? `, before page ${before}` : after !== undefined ? `, after page ${after}` : '';
  const page = await operate(options, brand, movePage, { params: { page: id }, body });
  const where = page.parent_id === null ? 'at the top level' : `in chapter ${page.parent_id}`;
  print(page, options, () => `Page ${page.id} "${oneLine(page.title)}" is now ${where}${next}.`);
}

function visibilityCommand(): Command {
  const command = pageArgument(contentCommand('visibility', 'set who sees a page')).addArgument(
    new Argument('<visibility>', 'who sees it').choices(visibilities),
  );
  return command.action(async (brand: string, id: string, visibility: string, options: ContentOptions) => {
    const page = await operate(options, brand, setVisibility, { params: { page: id }, body: { visibility } });
    print(page, options, () => `Page ${page.id} "${oneLine(page.title)}" is ${page.visibility}.`);
  });
}

function pageArgument(command: Command): Command {
  return command.argument('<page>', "the page's id");
}
