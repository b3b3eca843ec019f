/** Prefix of the keys in `localStorage` of copies of unsaved texts: `write:<person>:<brand>:<page>`. */
export const copyPrefix = 'write:';

export { savingKey } from '../../portal/browser/saved-copy.js';
