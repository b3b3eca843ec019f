/** Upper bound on the characters of an address (RFC 5321, section 4.5.3.1.3). */
export const maxAddressLength = 254;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** Addresses as forms of HTML take them, with a domain of at least two labels. */
const address = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`, 'i');

/** Whether a text is a mail address: ASCII, no name, no quotes, no comment. It can be put into a header as it is. */
export const isMailAddress = (text: string): boolean => text.length <= maxAddressLength && address.test(text);
