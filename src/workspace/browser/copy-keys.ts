/** Prefix of the keys in `localStorage` of copies of unsaved texts: `write:<person>:<brand>:<page>`. */
export const copyPrefix = 'write:';

/** Key in `sessionStorage` of the name of the copy that is being saved. */
export const savingKey = 'saving';
