import { Command, InvalidArgumentError, Option } from 'commander';
import { listCommits } from '../operations/history.js';
import { type Area, areaNames, isArea } from '../operations/history-scope.js';
import type { HistoryEntry } from '../store/native/history.js';
import { type DataOption, type OutputOption, useService, withData, withJson } from './common.js';
import { collect } from './content-command.js';
import { jsonList, printAll, shortLine } from './output.js';
import { parseCount, parseSince, parseUntil, type ScopeOptions, withScope } from './parse.js';
import { oneLine } from './printable.js';

interface HistoryCommandOptions extends ScopeOptions, DataOption, OutputOption {
  readonly color?: string;
  readonly medium?: string;
  readonly fact?: string;
  readonly kind?: readonly Area[];
  readonly grep?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly author?: string;
  readonly limit?: number;
}

export function historyCommand(): Command {
  const command = new Command('history')
    .description('who changed what, newest first; a page is followed into the trash and back')
    .argument('<brand>', "the brand's slug");
  withScope(command)
    .addOption(alone(new Option('--color <id>', 'only this colour')))
    .addOption(alone(new Option('--medium <id>', "only this medium's metadata")))
    .addOption(alone(new Option('--fact <id>', 'only this entry of the brand context')))
    .addOption(
      alone(
        new Option('--kind <kind>', `only this, or several of these: ${areaNames.join(', ')}`).argParser(
          collect(parseArea),
        ),
      ),
    )
    .addOption(alone(new Option('--path <path>', 'only this file or folder of the repository')))
    .option('--grep <text>', 'a text in what the commit says, in any case')
    .option('--since <time>', 'from this time on: 2026-01-31, 2026-01-31T09:30Z, or how long ago: 7d', parseSince)
    .option('--until <time>', 'up to this time; a day counts as a whole', parseUntil)
    .option('--author <text>', "part of the author's name, or of the id of the key or person")
    .option('--limit <count>', 'at most so many commits', parseCount);
  return withJson(withData(command)).action(async (brand: string, options: HistoryCommandOptions) => {
    await useService(options, async (service) => {
      const { since, until, author, limit, grep: text, medium: media, fact: entry, kind: kinds } = options;
      const scope = { ...options, media, entry, kinds };
      const commits = listCommits(await service.openBrand(brand), scope, { since, until, author, text, limit });
      await printAll(options.json ? jsonList(commits) : lines(commits));
    });
  });
}

const scopes = ['page', 'section', 'color', 'medium', 'fact', 'kind', 'path'];

/** One scope at most: two would not be met by any commit, or say the same twice. */
function alone(option: Option): Option {
  return option.conflicts(scopes.filter((name) => name !== option.attributeName()));
}

function parseArea(text: string): Area {
  if (!isArea(text)) throw new InvalidArgumentError(`It is one of ${areaNames.join(', ')}.`);
  return text;
}

const authorWidth = 20;

/** Lines come as they are found, so that the first of a long history is there at once: columns have fixed widths. */
async function* lines(commits: AsyncIterable<HistoryEntry>): AsyncGenerator<string> {
  let head = `${'COMMIT'.padEnd(10)}  ${'TIME'.padEnd(20)}  ${'WHO'.padEnd(authorWidth)}  WHAT\n`;
  for await (const { commit, time, author, subject } of commits) {
    const who = shortLine(author, authorWidth);
    yield `${head}${commit.slice(0, 10)}  ${time}  ${who.padEnd(authorWidth)}  ${oneLine(subject)}\n`;
    head = '';
  }
  if (head !== '') yield 'No commits.\n';
}
