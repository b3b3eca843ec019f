import { customAlphabet } from 'nanoid';

/** 60 random bits: unique in a brand without looking. */
export const newBlockId = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 12);
