import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Change } from '../../content/diff/changes.js';
import { visible } from '../../lib/display-safety.js';
import {
  type Area,
  areaNames,
  changesBetween,
  isArea,
  isChanged,
  listCommits,
  pathsIn,
  showCommit,
} from '../../operations/history.js';
import type { Service } from '../../service/service.js';
import type { HistoryEntry } from '../../store/native/git-log.js';
import { changeJson, changeText } from '../change.js';
import { brandServiceCommand, collect, type OutputOption, operatorWork } from '../command.js';
import {
  commitHelp,
  exclusive,
  parseCount,
  parseSince,
  parseUntil,
  type ScopeOptions,
  scopeName,
  scopeOf,
  scopeOptions,
} from '../options.js';
import { jsonList, printAll, shortLine, terminalPatch } from '../output.js';

interface HistoryOptions extends ScopeOptions {
  readonly path?: string;
  readonly kind?: readonly Area[];
  readonly grep?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly author?: string;
  readonly limit?: number;
}

export function historyCommand(): Command {
  const kinds = new Option('--kind <kind>', `kinds of content to show: ${areaNames.join(', ')}`);
  return brandServiceCommand(
    'history',
    'list the changes and their authors, newest first; also those of a page in the trash',
    {
      options: [
        ...scopeOptions,
        exclusive(kinds.argParser(collect(parseArea))),
        exclusive(new Option('--path <path>', 'file or folder of the repository')),
        ['--grep <text>', 'text in the commit message, in any case'],
        ['--since <time>', 'start time: 2026-01-31, 2026-01-31T09:30Z, or how long ago: 7d', parseSince],
        ['--until <time>', 'end time; a date includes the whole day', parseUntil],
        ['--author <text>', "part of the author's name, or of the id of the key or person"],
        ['--limit <count>', 'maximum number of commits', parseCount],
      ],
      async run(service, options: HistoryOptions & OutputOption, brand = '') {
        const { since, until, author, limit, grep: text, kind: kinds, path } = options;
        const scope = { ...scopeOf(options), kinds, path };
        const commits = listCommits(await service.openBrand(brand), scope, { since, until, author, text, limit });
        await printAll(options.json ? jsonList(mapped(commits, entryJson)) : lines(commits));
      },
    },
  );
}

/** Members of an entry that `--json` has. */
function entryJson({ commit, time, author, email, operation, key, person, via, note, by, subject }: HistoryEntry) {
  return { commit, time, author, email, operation, key, person, via, note, by, subject };
}

function parseArea(text: string): Area {
  if (!isArea(text)) throw new InvalidArgumentError(`It is one of ${areaNames.join(', ')}.`);
  return text;
}

const authorWidth = 20;

/** Streams lines with fixed column widths, so that the output of a long history begins at once. */
async function* lines(commits: AsyncIterable<HistoryEntry>): AsyncGenerator<string> {
  let head = `${'COMMIT'.padEnd(10)}  ${'TIME'.padEnd(20)}  ${'WHO'.padEnd(authorWidth)}  WHAT\n`;
  for await (const { commit, time, author, subject } of commits) {
    const authorText = shortLine(author, authorWidth);
    yield `${head}${commit.slice(0, 10)}  ${time}  ${authorText.padEnd(authorWidth)}  ${visible(subject)}\n`;
    head = '';
  }
  if (head !== '') yield 'No commits.\n';
}

interface ShowOptions extends ScopeOptions {
  readonly patch?: true;
}

const showOptions = () => [
  ...scopeOptions,
  new Option('--patch', "print git's patch instead of words").conflicts('json'),
];

export function showCommand(): Command {
  return brandServiceCommand('show', 'show the changes of a commit in words', {
    args: [['<commit>', commitHelp]],
    options: showOptions(),
    async run(service, options: ShowOptions & OutputOption, brand = '', commit = '') {
      const { parent, ...entry } = await showCommit(await service.openBrand(brand), commit);
      const authorText = visible(`${entry.author} <${entry.email}>`);
      const noteLine = entry.note === null ? '' : `why    ${visible(entry.note)}\n`;
      const head = `commit ${entry.commit}\ntime   ${entry.time}\nwho    ${authorText}\nwhat   ${visible(entry.subject)}\n${noteLine}\n`;
      const range = { from: parent, to: entry.commit };
      const untouched = (scope: string): string => `This commit did not change ${scope}.`;
      await printChanges(service, {
        brand,
        ...range,
        options,
        head,
        untouched,
        members: { ...entryJson(entry), parent },
      });
    },
  });
}

export function diffCommand(): Command {
  return brandServiceCommand('diff', 'show the differences between two commits in words', {
    args: [['<a>', `the older commit: ${commitHelp}`], new Argument('[b]', 'the newer commit').default('HEAD')],
    options: showOptions(),
    async run(service, options: ShowOptions & OutputOption, brand = '', a = '', b = 'HEAD') {
      const { versions } = await service.openBrand(brand);
      const range = { from: await versions.resolve(a), to: await versions.resolve(b) };
      const untouched = (scope: string): string => `Of ${scope} nothing differs between the two.`;
      await printChanges(service, { brand, ...range, options, head: '', untouched, members: range });
    },
  });
}

interface PrintedChanges {
  readonly brand: string;
  readonly from: string | null;
  readonly to: string;
  readonly options: ShowOptions & OutputOption;
  readonly head: string;
  /** Text for a selected page or section of which no file differs. */
  readonly untouched: (scope: string) => string;
  /** Members of the JSON document in addition to the changes. */
  readonly members: object;
}

async function printChanges(service: Service, printed: PrintedChanges): Promise<void> {
  const { brand, from, to, options, head, untouched, members } = printed;
  const repository = await service.openBrand(brand);
  const scope = scopeOf(options);
  if (options.patch) {
    const patch = repository.versions.patch({ from, to, paths: pathsIn(scope), color: process.stdout.isTTY });
    // A pipe gets git's patch byte for byte.
    return printAll(joined(head, process.stdout.isTTY ? terminalPatch(patch) : patch));
  }

  const changes = changesBetween(repository, operatorWork(service, brand), from, to, scope, !options.json);
  if (options.json) return printAll(jsonList(mapped(changes, changeJson), { members, name: 'changes' }));
  const scopeText = scopeName(options);
  const isUntouched = scopeText !== null && !(await isChanged(repository, from, to, scope));
  const emptyText = isUntouched ? untouched(scopeText) : 'Nothing that people see has changed.';
  await printAll(joined(head, inWords(changes, emptyText)));
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (head !== '') yield head;
  yield* rest;
}

async function* inWords(changes: AsyncIterable<Change>, nothing: string): AsyncGenerator<string> {
  let count = 0;
  for await (const change of changes) {
    yield `${changeText(change)}\n`;
    count += 1;
  }
  if (count === 0) yield `${nothing}\n`;
}
