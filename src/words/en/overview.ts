/** First page of a brand: numbers, tasks and the latest changes. */
export const overview = {
  setUp: 'Set up {brand}',
  stepsLead: {
    one: '{n} step to a portal that people can use. Visitors see nothing before you open it.',
    other: '{n} steps to a portal that people can use. Visitors see nothing before you open it.',
  },
  hideSteps: 'Hide this list',
  hello: 'Hello, {name}',
  connect: 'Connect a program or an agent',
  latest: 'Latest changes',
  noChange: 'No change yet.',
  allChanges: 'All changes',
  numbers: {
    proposals: 'Proposals to review',
    notes: 'Open notes',
    facts: 'Facts to verify',
    media: 'Media not released',
    ending: 'Media whose use ends within 30 days',
    trash: 'Pages that leave the trash within 7 days',
    changes: 'Changes this week',
  },
  waiting: 'Waiting for you',
  isNew: 'New',
  /** Second line of a row, by what waits. */
  kinds: {
    mention: { plain: '{name} mentions you, {time}', noted: '{name} mentions you: “{note}”, {time}' },
    comment: { plain: '{name} comments, {time}', noted: '{name} comments: “{note}”, {time}' },
    sent_back: { plain: '{name} asks for changes, {time}', noted: '{name} asks for changes: “{note}”, {time}' },
    schedule: 'Not published at its time: {note}, {time}',
    conflict: {
      one: 'Your proposal, and the brand has changed {n} of its values',
      other: 'Your proposal, and the brand has changed {n} of its values',
    },
    review: { plain: 'Proposal by {name}, {time}', noted: 'Proposal by {name}: “{note}”, {time}' },
    draft: 'Your draft, {time}',
    note: { plain: 'A reader asks, {time}', noted: '{name} asks: “{note}”, {time}' },
    declined: { plain: '{name} declined, {time}', noted: '{name} declined: “{note}”, {time}' },
    fact: 'Fact, not verified yet',
    medium: 'Medium, not released yet',
    mediumBare: 'Medium, not released, without a caption',
    ending: 'Medium, may be used until and including {day}',
    ended: 'Medium, its use ended with {day}',
  },
  /** Buttons of the rows. */
  acts: {
    mention: 'Reply',
    comment: 'Reply',
    sent_back: 'Change',
    schedule: 'Look at it',
    conflict: 'Settle',
    review: 'Review',
    draft: 'Continue',
    note: 'Reply',
    declined: 'Look at it',
  },
  describe: 'Describe',
  extend: 'Extend',
  ending: 'Key, ends {day}',
  endingInUse: 'Key, ends {day}, and is in use',
  replace: 'Replace',
  skipped: { one: '{n} file skipped: not of the format', other: '{n} files skipped: not of the format' },
  skippedHint: 'Pages do not show them. Restore an earlier version, or ask their author to correct them with git.',
};

/** First steps in a new brand. */
export const firstSteps = {
  title: 'First steps',
  done: '{n} of {all} done',
  /** Follows the name of a step, for screen readers. */
  isDone: 'is done',
  steps: {
    name: { name: 'A name', button: 'Name', action: 'Name the brand' },
    logo: {
      name: 'Your logo',
      note: 'SVG is best. Colours are read from it.',
      button: 'Upload',
      action: 'Upload your logo',
    },
    colors: {
      name: 'Colours',
      note: 'Hex is enough; CMYK and Pantone are optional.',
      button: 'Choose',
      action: 'Choose colours',
    },
    type: {
      name: 'Typefaces',
      note: 'Those of every device, or your own files.',
      button: 'Choose',
      action: 'Choose typefaces',
    },
    page: {
      name: 'The first page',
      note: 'From a template or empty. Show it when it is good.',
      button: 'Write',
      action: 'Write the first page',
    },
    colleague: {
      name: 'A person to work with',
      note: 'By a link that works once.',
      button: 'Invite',
      action: 'Invite a person',
    },
  },
};

/** Form for the logo of a new brand. */
export const logo = {
  title: 'Your logo',
  hint: 'An SVG is best: it is sharp at every size, and its colours become those of the portal and the palette, where there are none yet. You can change all of them.',
  file: 'The logo for a light ground',
  upload: 'Upload logo',
  choose: 'Choose from the media, and add one for a dark ground',
  mediumTitle: 'Logo',
  colorNames: ['Main colour', 'Accent colour'],
};

/** Home of a portal in which readers see no page yet. */
export const emptyPortal = {
  opensSoon: 'Opens soon.',
  lead: 'Your portal is ready. Until its first page is shown, visitors read “Opens soon”.',
  leadLogo: 'Begin with the logo: the rest takes its look from it.',
  agent: 'Let an agent begin',
  chapters: 'Chapters',
  importFolder: 'Import a folder or ZIP',
  another: 'Another chapter',
  anotherHint: 'With a title of your own',
  pages: { one: '{n} page, only for editors so far', other: '{n} pages, only for editors so far' },
  onlyEditors: 'Only for editors so far',
};
