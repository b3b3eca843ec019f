/** List of the facts. */
export const facts = {
  notVerified: 'Not verified: only editors see it.',
  verifiedBy: {
    plain: 'Verified by {name} on {time}.',
    changedSince: 'Verified by {name} on {time}, changed since by {changer} on {changed}.',
  },
  verifiedLongAgo: {
    plain: 'Verified long ago.',
    changedSince: 'Verified long ago, changed since by {changer} on {changed}.',
  },
  /** When nothing tells who did it. */
  verifiedUnknown: 'Verified. {problem}',
  noSource: 'No source',
  verifiedNames: 'Verified: {names}',
  andMore: '{names} and {n} more',
  more: 'More facts',
  categories: 'Categories',
  lead: 'What is true about {brand}, with its source. Agents and people quote the verified ones.',
  add: 'Add fact',
  addCategoryFirst: 'Add a category first',
  none: 'No fact yet',
  noneHint: 'Facts are listed here by category, with their sources. Agents quote those that are verified.',
  count: { one: '{n} fact', other: '{n} facts' },
  which: 'Which facts',
  all: 'All',
  toVerify: 'To verify',
  verified: 'Verified',
  category: 'Category',
  allCategories: 'All categories',
  search: 'Search facts',
  verify: 'Verify',
  verifySelected: 'Verify selected',
  select: 'Select {title}',
};

/** Categories of facts. */
export const categories = {
  title: 'Categories of facts',
  move: { up: 'Move up', down: 'Move down' },
  addFactTo: '{link} to it.',
  addFact: 'Add a fact',
  none: 'No category yet. A fact needs one.',
  order: 'Readers see facts in this order.',
  hasFacts: {
    one: 'This category has {n} fact. Move or remove them first.',
    other: 'This category has {n} facts. Move or remove them first.',
  },
};
