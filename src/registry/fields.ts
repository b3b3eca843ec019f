import { Type } from '../validation/schema.js';

/** One DNS label, since a brand's address is a subdomain of the portal (RFC 1123, section 2.1). */
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** ISO 8601 in UTC with whole seconds. */
export const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' });

/** Of a key or a person. */
export const recordId = Type.String({ pattern: '^[a-z0-9]{4,40}$' });
