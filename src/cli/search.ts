import { Command } from 'commander';
import { search } from '../operations/search.js';
import { type DataOption, type OutputOption, print, table, withData, withJson } from './common.js';
import { shortLine } from './output.js';
import { operate } from './run-operation.js';

interface SearchOptions extends DataOption, OutputOption {
  readonly type?: string;
  readonly limit?: string;
}

/** Of the columns that can be of any length. */
const [titleWidth, excerptWidth] = [40, 60];

export function searchCommand(): Command {
  const command = new Command('search')
    .description('find pages, sections of the corporate language and verified entries by their words, the best first')
    .argument('<brand>', "the brand's slug")
    .argument('<words...>', 'what to look for; beginnings of words and small misspellings match, too')
    .option('--type <type>', 'only these: page, section or entry')
    .option('--limit <count>', 'at most so many, 1 to 100 (default: 20)');
  return withJson(withData(command)).action(async (brand: string, words: string[], options: SearchOptions) => {
    const { type, limit } = options;
    const found = await operate(options, brand, search, { query: { q: words.join(' '), type, limit } });
    const rows = found.map(({ type, id, title, block_id, excerpt, matches }) => {
      const from = Math.max(0, (matches[0]?.start ?? 0) - excerptWidth / 3);
      const around = `${from > 0 ? '…' : ''}${excerpt.slice(from).toWellFormed()}`;
      return [type, String(id), shortLine(title, titleWidth), block_id ?? '', shortLine(around, excerptWidth)];
    });
    print(found, options, () => {
      return rows.length === 0 ? 'Nothing found.' : table(['TYPE', 'ID', 'TITLE', 'BLOCK', 'TEXT'], rows);
    });
  });
}
