import { customAlphabet } from 'nanoid';

/** 60 random bits: unique in a brand without looking. */
export const newBlockId = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 12);

/** Whether an id has the form of those that are made here. */
export const isBlockId = (id: string): boolean => /^[0-9a-hjkmnp-tv-z]{12}$/.test(id);
