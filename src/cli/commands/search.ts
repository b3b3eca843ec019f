import type { Command } from 'commander';
import { search } from '../../operations/search.js';
import { brandServiceCommand, runOperation, table } from '../command.js';
import { shortLine } from '../output.js';

const titleWidth = 40;
const excerptWidth = 60;

export function searchCommand(): Command {
  const help = 'search pages, sections of the corporate language and verified entries, best matches first';
  return brandServiceCommand('search', help, {
    args: [['<words...>', 'the search words; beginnings of words and small misspellings also match']],
    options: [
      ['--type <type>', 'type of the results: page, section or entry'],
      ['--limit <count>', 'maximum number of results, 1 to 100 (default: 20)'],
    ],
    run(service, { type, limit }: { type?: string; limit?: string }, brand = '', ...words) {
      return runOperation(service, brand, search, { query: { q: words.flat().join(' '), type, limit } });
    },
    text(found) {
      const rows = found.map(({ type, id, title, block_id, excerpt, matches }) => {
        const from = Math.max(0, (matches[0]?.start ?? 0) - excerptWidth / 3);
        const around = `${from > 0 ? '…' : ''}${excerpt.slice(from).toWellFormed()}`;
        return [type, String(id), shortLine(title, titleWidth), block_id ?? '', shortLine(around, excerptWidth)];
      });
      return rows.length === 0 ? 'Nothing found.' : table(['TYPE', 'ID', 'TITLE', 'BLOCK', 'TEXT'], rows);
    },
  });
}
