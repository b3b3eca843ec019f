import { Command, Option } from 'commander';
import { listCommits } from '../operations/history.js';
import type { HistoryEntry } from '../store/native/history.js';
import { jsonList, printAll, shortLine } from './output.js';
import { parseCount, parseSince, parseUntil, type ScopeOptions, withScope } from './parse.js';
import { oneLine } from './printable.js';
import { type DataOption, type OutputOption, useService, withData, withJson } from './shared.js';

interface HistoryCommandOptions extends ScopeOptions, DataOption, OutputOption {
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
    .addOption(new Option('--path <path>', 'only this file or folder of the repository').conflicts(['page', 'section']))
    .option('--since <time>', 'from this time on: 2026-01-31, 2026-01-31T09:30Z, or how long ago: 7d', parseSince)
    .option('--until <time>', 'up to this time; a day counts as a whole', parseUntil)
    .option('--author <text>', "part of the author's name or of the key's id")
    .option('--limit <count>', 'at most so many commits', parseCount);
  return withJson(withData(command)).action(async (brand: string, options: HistoryCommandOptions) => {
    await useService(options, async (service) => {
      const { since, until, author, limit } = options;
      const commits = listCommits(await service.openBrand(brand), options, { since, until, author, limit });
      await printAll(options.json ? jsonList(commits) : lines(commits));
    });
  });
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
