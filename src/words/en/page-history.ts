/** Versions of a page, as readers see it. */
export const pageHistory = {
  titleOf: 'History: {title}',
  close: 'Close the history',
  shown: 'What is shown',
  views: { changes: 'Changes', now: 'Since then', was: 'As it was' },
  older: 'Older versions',
  all: 'All versions',
  shownAt: {
    changes: '{time}, against the version before',
    now: '{time}, against the page as it is now',
    was: '{time}, the page as it was',
  },
  againstVersion: '{time}, against the version of {older}',
  preview: 'See what a restore changes',
  added: '{n} added',
  removed: '{n} removed',
  changed: '{n} changed',
  moved: '{n} moved',
};
