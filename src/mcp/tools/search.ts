import { SearchResult, search, searchQuery } from '../../operations/search.js';
import { Input, Type } from '../../validation/schema.js';
import { reads, tool } from '../tool.js';

export const searchContent = tool({
  name: 'search',
  title: 'Search',
  description:
    'Finds pages, sections of the corporate language and verified facts by their words, the best first, with an excerpt. '.concat(
      'Use it before you read many pages. block_id names the block of a page that matches best.',
    ),
  operation: search,
  own: Input(searchQuery),
  output: Input({ results: Type.Array(SearchResult) }),
  hints: reads,
  call: async (own, _body, run) => ({ results: (await run(search, { query: own })).value }),
});
