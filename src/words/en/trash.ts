/** Trash of a brand, and a page in it. */
export const trash = {
  lead: 'A deleted page stays here for {days} days. Until then it can be restored, and its slug, its name in addresses, stays reserved.',
  none: 'The trash is empty',
  noneHint: 'Deleted pages are listed here, so that nothing is lost by a slip.',
  more: 'More',
  row: 'Page {id}, deleted by {name}, {time} · returns to {place} · holds the slug {slug}',
  places: {
    chapter: 'the chapter “{title}”',
    topWithoutIts: 'the top level: its chapter is not there now',
    topWithout: 'the top level: its chapter “{title}” is not there now',
  },
  lastDay: 'goes within a day',
  daysLeft: { one: '{n} day left', other: '{n} days left' },
  inTrash: 'In the trash',
  deleted: 'Since {time}, deleted by {name}.',
  returns: 'Restored, it returns to {place}, with its slug {slug}.',
  purge: 'Purge for good',
  seeRestore: 'See the proposal to restore it',
  asItWas: 'As it was',
  noContent: 'It had no content.',
  purgeTitle: 'Purge “{title}” for good?',
  purgePage: 'Purge page {id}',
  purgeHint: {
    one: 'It leaves the trash now, {n} day before its time, and its slug {slug} becomes free. This cannot be undone here; the history keeps what it was.',
    other:
      'It leaves the trash now, {n} days before its time, and its slug {slug} becomes free. This cannot be undone here; the history keeps what it was.',
  },
};
