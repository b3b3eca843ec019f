/** Rail of the workspace. */
export const rail = {
  search: 'Search your brands',
  allBrands: 'All brands',
  allPeople: 'All people',
  health: 'Health',
  yourBrands: 'Your brands',
  you: 'You',
  account: 'Account',
  passkeys: 'Passkeys',
  waiting: 'Waiting for you',
};

/** Footer of a person without all rights. */
export const rights = {
  ask: 'People, keys, settings and removing for good are for admins: ask {people}.',
  askOrOthers: {
    one: 'People, keys, settings and removing for good are for admins: ask {people} or {n} other.',
    other: 'People, keys, settings and removing for good are for admins: ask {people} or {n} others.',
  },
  operator: 'the operator of this portal',
};

/** Page of a request that was refused, or failed. */
export const failures = {
  titles: {
    bad_request: 'This was not understood',
    unauthenticated: 'Sign in first',
    forbidden: 'You may not do this',
    not_found: 'There is nothing here',
    method_not_allowed: 'This address takes no form',
    conflict: 'This is not possible now',
    moved: 'This has another address now',
    gone: 'This no longer exists',
    precondition_failed: 'It was changed meanwhile',
    misdirected: 'This is the wrong address',
    too_large: 'This is too much at once',
    unsupported_media_type: 'This was not understood',
    invalid: 'This was not accepted',
    rate_limited: 'Too many requests',
    busy: 'The server is busy',
    unavailable: 'This is not available now',
    undecided: 'It is not known whether this was stored',
  },
  failed: 'Something failed',
  moduleOff: 'The module “{module}” is off in this brand',
  workspaceMoved: 'The workspace has another address',
  noReason: 'The server could not do this. It has written down why.',
  notKnown: 'It is not known whether anything was stored.',
  notStored: 'Nothing was stored. Try again in a moment.',
  tryAgain: 'Try again in a moment.',
  retryAfter: { one: 'Try again in {n} second.', other: 'Try again in {n} seconds.' },
  backToStart: 'Back to the start',
  request: 'Request {id}',
  kept: 'What you wrote is kept on this page.',
  leaveOpen: 'Leave it open.',
  openTab: 'Open a new tab to sign in',
  thenComeBack: '{openTab}, then come back here.',
  sendAgain: 'Send again',
};
