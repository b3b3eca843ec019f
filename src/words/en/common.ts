/** Words of many pages: buttons, and names of roles, states, modules and readers. */
export const common = {
  product: 'Brand Portal',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  discard: 'Discard',
  delete: 'Delete',
  remove: 'Remove',
  sendForReview: 'Send for review',
  /** A button whose write is sent for review. */
  sendWhat: 'Send for review: {button}',
  restore: 'Restore',
  add: 'Add',
  edit: 'Edit',
  goOn: 'Go on',
  needsScript: 'This page needs JavaScript.',
  copy: 'Copy',
  download: 'Download',
  search: 'Search',
  history: 'History',
  preview: 'Preview',
  signIn: 'Sign in',
  signOut: 'Sign out',
  newPage: 'New page',
  newPageIn: 'New page in {chapter}',
  newChapter: 'New chapter',
  editPage: 'Edit page',
  translatePage: 'Translate page',
  whatChanged: 'What changed',
  seeIt: 'See it',
  yourDrafts: 'Your drafts',
  /** Other people who are editing the page. */
  editing: { one: '{names} is editing this page', other: '{names} are editing this page' },
  /** A text of content in a sentence. */
  quoted: '“{text}”',
  /** An agent, and the person for whom it acts. */
  agentOf: '{agent}, for {person}',
  /** Text in place of the name of a person who asked for it. */
  formerPerson: 'Former person {number}',
  roles: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' },
  proposalStates: {
    draft: 'Draft',
    open: 'In review',
    approved: 'Approved',
    blocked: 'Not published',
    merged: 'Published',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
  },
  modules: {
    corporate_language: 'Corporate language',
    brand_agent: 'Facts for agents',
    media_upload: 'Uploads through the API',
  },
  /** Readers of a page. */
  visibility: { public: 'Everyone', internal: 'People of the brand', hidden: 'Only editors' },
  /** Readers of a page, as the beginning of a sentence. */
  readable: {
    public: 'Everyone can read it',
    internal: 'People of the brand can read it',
    hidden: 'Only editors can read it',
  },
  /** Readers of a portal. */
  readers: { off: 'Only editors', people: 'People of the brand', public: 'Everyone' },
  /** Parts of a brand: names of their lists, and of the links to these. */
  areas: {
    page: 'Pages',
    language: 'Language',
    color: 'Colours',
    media: 'Media',
    context: 'Facts',
    settings: 'Settings',
  },
};
