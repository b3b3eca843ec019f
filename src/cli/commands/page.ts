import { Argument, type Command, Option } from 'commander';
import { visibilities } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { fromTemplate } from '../../content/from-template.js';
import { canonicalTag } from '../../content/language-tags.js';
import { type Page, type PageCreate, type PageSummary, pageTypes } from '../../content/page.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError, problemOf } from '../../lib/errors.js';
import { isObject, withoutUndefined } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { movePage, setLanguage, setSlug, setVisibility } from '../../operations/arrange-pages.js';
import { comparePage, type PageComparison } from '../../operations/compare.js';
import { listCommits } from '../../operations/history.js';
import { createPage, listPages, showPage } from '../../operations/pages.js';
import { savePage } from '../../operations/save-page.js';
import type { Service } from '../../service/service.js';
import type { Repository } from '../../store/repository.js';
import { diffLines } from '../change.js';
import {
  brandServiceCommand,
  type CommandOptions,
  columns,
  commandGroup,
  memberLines,
  operationCommand,
  print,
  resultOf,
  runOperation,
} from '../command.js';
import { readJson } from '../input.js';
import { commitHelp, parseInteger } from '../options.js';
import { blockText, shortLine } from '../output.js';
import { importPagesCommand } from './page-import.js';

const page = ['<page>', "the page's id"] as const;
const chapter = '--under <chapter>';
const slugText = ({ id, title, slug }: Page): string => `Page ${id} "${visible(title)}" is ${slug}.`;

export function pageCommand(): Command {
  const help = 'list, show, save, compare, create, move and order pages, and set their slugs, visibility and language';
  return commandGroup('page', help, [
    operationCommand('list', 'list the pages in navigation order; a container is a chapter', listPages, {
      text: (pages) => columns<PageSummary>('id', 'title', 'slug', 'type', 'visibility')(indented(pages)),
    }),
    brandServiceCommand('show', 'show a page with its blocks and its version', {
      args: [page],
      async run(service, _options, brand = '', id = '') {
        const input = { params: { page: id }, query: { include: 'summary,cover' } };
        const { value, version } = await resultOf(service, brand, showPage, input);
        return { ...value, version };
      },
      text: ({ blocks, ...head }) => [...memberLines(head), ...blocks.map(blockText)].join('\n'),
    }),
    saveCommand(),
    diffCommand(),
    importPagesCommand(),
    createCommand(),
    moveCommand(
      'move',
      'move a page to the end of a chapter, or of the top level',
      pageOption(chapter, "the chapter's id"),
      new Option('--top', 'move it to the top level'),
    ),
    moveCommand(
      'order',
      'move a page before or after another one, into the chapter of that one',
      pageOption('--before <page>', 'the id of the next page'),
      pageOption('--after <page>', 'the id of the previous page'),
    ),
    operationCommand('slug', "set a page's slug; the old address leads to the new one", setSlug, {
      args: [page, ['<slug>', 'the new slug, converted to lower case with hyphens; must be free']],
      text: slugText,
    }),
    operationCommand('visibility', 'set the visibility of a page', setVisibility, {
      args: [page, new Argument('<visibility>', 'the new visibility').choices(visibilities)],
      text: ({ id, title, visibility }) => `Page ${id} "${visible(title)}" is ${visibility}.`,
    }),
    brandServiceCommand('language', "set a page's language, or give it the brand's", {
      args: [page, ['[tag]', "a language tag, such as de or pt-BR (default: the brand's language)"]],
      options: [
        new Option(
          '--translations <choice>',
          'what becomes of translations: all are outdated, or the one in this language and the source change places',
        ).choices(['outdated', 'swap']),
      ],
      run: (service, { translations }: { readonly translations?: string }, brand = '', id = '', tag?: string) =>
        runOperation(service, brand, setLanguage, {
          params: { page: id },
          body: { language: tag ?? null, ...(translations !== undefined && { translations }) },
        }),
      text: ({ id, title }, _brand, _id, tag) =>
        `Page ${id} "${visible(title)}" is in ${tag === undefined ? "the brand's language" : canonicalTag(tag)}.`,
    }),
  ]);
}

interface CreateOptions extends Pick<PageCreate, 'title' | 'slug' | 'summary' | 'cover' | 'type'> {
  readonly under?: number;
  readonly template?: number;
}

function createCommand(): Command {
  return brandServiceCommand('create', 'add a page, or a chapter, at the end of its siblings', {
    options: [
      new Option('--title <title>', 'the title of the page').makeOptionMandatory(),
      ['--slug <slug>', 'its unique name in addresses (default: from the title)'],
      ['--summary <text>', 'what it is about, in a sentence or two'],
      pageOption('--cover <medium>', 'the id of the medium that is its picture'),
      pageOption('--template <page>', 'the id of a page whose content it begins with (default: no content)'),
      pageOption(chapter, "the chapter's id (default: the top level)"),
      new Option('--type <type>', 'a container is a chapter').choices(pageTypes).default('guideline'),
    ],
    async run(service, options: CreateOptions, brand = '') {
      const { title, slug, summary, cover, type, under: parent_id, template } = options;
      const begins = template === undefined ? {} : await contentOf(service, brand, template);
      const body = { ...begins, ...withoutUndefined({ title, slug, summary, cover, type, parent_id }) };
      return runOperation(service, brand, createPage, { body });
    },
    text: slugText,
  });
}

/** Summary and blocks that a page made from another one begins with. */
async function contentOf(service: Service, brand: string, page: number) {
  const { blocks } = await runOperation(service, brand, showPage, { params: { page: String(page) } });
  const { catalog } = await (await service.openBrand(brand)).read();
  const summary = catalog.pages.get(page)?.summary ?? null;
  return { summary, blocks: fromTemplate(blocks, catalog) };
}

const saveHelp = `
The file has the desired page in the format of "page show --json": title, blocks with their ids, and the version that was
edited. Later changes of others are merged. Conflicts are refused, and printed with --json.`;

interface SaveOptions {
  readonly conflicts?: string;
  readonly note?: string;
}

function saveCommand(): Command {
  return brandServiceCommand('save', 'save a page, merged with the changes of others', {
    args: [page, ['<file>', 'a JSON object; - is standard input']],
    options: [
      new Option('--conflicts <side>', 'side to take for conflicts').choices(['mine', 'theirs']),
      ['--note <text>', 'reason, for the history'],
    ],
    async run(service, { conflicts, note, json }: SaveOptions & CommandOptions, brand = '', id = '', file = '') {
      const content = await readJson(file);
      const { version, ...pageFields } = isObject(content) ? content : {};
      if (isObject(content) && version === undefined && pageFields.base === undefined) {
        throw new PortalError(
          'invalid',
          'The file does not say which "version" it was made from: see page show --json.',
        );
      }
      const body = isObject(content) ? { base: version, ...pageFields, conflicts, note } : content;
      try {
        return await resultOf(service, brand, savePage, { params: { page: id }, body });
      } catch (error) {
        if (json && error instanceof PortalError && error.extra?.merged) print(problemOf(error), { json }, () => '');
        throw error;
      }
    },
    json: ({ value, version, merged }) => ({ ...value, version, ...merged }),
    text({ value: { id, title }, merged: { applied = 0, messages = [] } = {}, isCommitted }) {
      const mergedText = applied === 0 ? '' : `, merged with ${plural(applied, 'change')} of others`;
      return [`Page ${id} "${title}" is ${isCommitted ? 'saved' : 'as it was'}${mergedText}.`, ...messages]
        .map(visible)
        .join('\n');
    },
  }).addHelpText('after', saveHelp);
}

const maxWidth = 50;

/** The pages with titles as deep as their chapters, and no text too wide for a table. */
function indented(pages: readonly PageSummary[]): PageSummary[] {
  const parents = new Map(pages.map(({ id, parent_id }) => [id, parent_id]));
  return pages.map((page) => {
    let depth = 0;
    for (let parent = page.parent_id; parent != null && depth < 50; parent = parents.get(parent) ?? null) depth += 1;
    const title = '  '.repeat(depth) + shortLine(page.title, maxWidth);
    return { ...page, title, slug: shortLine(page.slug, maxWidth) };
  });
}

interface MoveOptions {
  readonly under?: number;
  readonly top?: true;
  readonly before?: number;
  readonly after?: number;
}

function moveCommand(name: string, help: string, firstOption: Option, secondOption: Option): Command {
  return brandServiceCommand(name, help, {
    args: [page],
    options: [firstOption.conflicts(secondOption.attributeName()), secondOption],
    check: ({ under, top, before, after }: MoveOptions) =>
      (under ?? top ?? before ?? after) === undefined ? `say ${firstOption.flags} or ${secondOption.flags}` : null,
    async run(service, { under = null, before, after }, brand = '', id = '') {
      const place = withoutUndefined({ before, after });
      const [[name, neighbour] = []] = Object.entries(place);
      const body = name === undefined ? { parent_id: under } : place;
      const moved = await runOperation(service, brand, movePage, { params: { page: id }, body });
      return { moved, next: name === undefined ? '' : `, ${name} page ${neighbour}` };
    },
    json: ({ moved }) => moved,
    text({ moved: { id, title, parent_id }, next }) {
      const location = parent_id === null ? 'at the top level' : `in chapter ${parent_id}`;
      return `Page ${id} "${visible(title)}" is now ${location}${next}.`;
    },
  }).usage(`(${firstOption.flags} | ${secondOption.flags}) [options] <brand> <page>`);
}

const pageOption = (flags: string, help: string): Option => new Option(flags, help).argParser(parseInteger);

const diffHelp = `
Without a commit, it shows the last change of the page. Deleted words are in [-...-], inserted ones in {+...+}.`;

function diffCommand(): Command {
  return brandServiceCommand('diff', 'compare two versions of a page, block by block and word by word', {
    args: [page, ['[a]', `the older version: ${commitHelp}`], new Argument('[b]', 'the newer version').default('HEAD')],
    async run(service, _options, brand = '', id = '', a?: string, b = 'HEAD') {
      const repository = await service.openBrand(brand);
      const { versions } = repository;
      const range =
        a === undefined
          ? await lastChange(repository, id)
          : { from: await versions.resolve(a), to: await versions.resolve(b) };
      return runOperation(service, brand, comparePage, { params: { page: id }, query: range });
    },
    text: (comparison, _brand, id = '') => comparisonText(id, comparison),
  }).addHelpText('after', diffHelp);
}

async function lastChange(repository: Repository<Catalog>, page: string): Promise<{ to?: string }> {
  for await (const { commit } of listCommits(repository, { page }, { limit: 1 })) return { to: commit };
  return {};
}

function comparisonText(id: string, { change, from, to, fields, blocks, counts }: PageComparison): string {
  const title = (to.value ?? from.value)?.title;
  const heading = title === undefined ? `page ${id}` : `page ${id} ${JSON.stringify(title)}`;
  const range = [from, to].map(({ commit }) => commit?.slice(0, 10) ?? 'nothing').join(' → ');
  const same = plural(counts.same, 'block');
  return [
    visible(`${heading}, ${range}: ${change === 'same' ? 'nothing differs' : change}`),
    ...diffLines({ fields, blocks }),
    ...(counts.same > 0 && change !== 'same' ? [`  ${same} unchanged`] : []),
  ].join('\n');
}
