import { Type } from '../validation/schema.js';

/** A page's id in YAML. The maximum leaves numbers for the pages that are numbered after it. */
export const PageId = Type.Integer({ minimum: 1, maximum: 2 ** 52 });
