import { PortalError } from '../../lib/errors.js';
import { isDiskError } from '../../lib/system-error.js';
import { storeUnavailable } from '../wait-budget.js';
import { EntryError } from './entry.js';

/** Failure of a read or a write as clients are told of it. */
export function unavailable(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  if (cause instanceof EntryError) {
    return new PortalError('unavailable', 'The log in the shared store is damaged: nothing can be served from it.', {
      cause,
    });
  }
  if (isDiskError(cause)) {
    return new PortalError('unavailable', "This node's disk cannot store new data.", { cause });
  }
  return storeUnavailable(cause);
}

/** Failure of a write that is surely not in the log. */
export function notStored(cause?: unknown): PortalError {
  return new PortalError('unavailable', 'The shared store cannot be reached. Nothing was stored.', { cause });
}

/** Failure of a write that may be in the log. */
export function undecided(cause?: unknown): PortalError {
  return new PortalError('undecided', 'It is not known whether this was stored: the shared store does not say.', {
    cause,
  });
}
