/** List of proposals, and what a row says about one. */
export const proposals = {
  lead: 'Changes that people look at before they are published.',
  state: 'State',
  parts: { open: 'Open', yours: 'Yours', published: 'Published', declined: 'Declined' },
  groups: {
    waiting: 'Waiting for you',
    sentBack: 'Changes asked for',
    blocked: 'Not published',
    inReview: 'In review',
    scheduled: 'Scheduled',
    approved: 'Approved',
    drafts: 'Drafts',
  },
  none: 'No proposal here',
  noneHint: 'Agents and people propose changes; you look at them here before everyone sees them.',
  newest: 'Newest',
  older: 'Older',
  goesLive: 'goes live {time}',
  openComments: { one: '{n} open comment', other: '{n} open comments' },
  conflicts: { one: '{n} conflict', other: '{n} conflicts' },
  outdated: 'Outdated',
  withdrawnToday: 'Withdrawn today',
  withdrawnIn: { one: 'Withdrawn in {n} day', other: 'Withdrawn in {n} days' },
};

/** Review of what a form writes. */
export const reviews = {
  /** Name of a button in a row, for screen readers. */
  buttonFor: '{button} {name}',
  openChanges: 'A proposal that waits for review changes this. {link}',
  approvedChanges: 'An approved proposal changes this. {link}',
  severalChange: '{n} proposals change this. {link}',
  seeThem: 'See them',
};
