import { readFile } from 'node:fs/promises';
import { isLoopbackHost } from '../lib/loopback.js';
import { isMailAddress, maxAddressLength } from '../lib/mail-address.js';
import { Exact, type Static, Type } from '../validation/schema.js';

const file = Type.String({ minLength: 1, maxLength: 1000 });

/** The key `mail` of the configuration. */
export const MailSettings = Exact({
  /** `smtps://user@host:465`, or `smtp://user@host:587`, where STARTTLS is required unless the server is on this machine. */
  url: Type.String({ maxLength: 500 }),
  from: Type.String({ maxLength: maxAddressLength }),
  password_file: Type.Optional(file),
  dkim: Type.Optional(
    Exact({
      domain: Type.String({ pattern: '^[A-Za-z0-9.-]{1,253}$' }),
      selector: Type.String({ pattern: '^[A-Za-z0-9._-]{1,63}$' }),
      key_file: file,
    }),
  ),
});
export type MailSettings = Static<typeof MailSettings>;

/** Variable of the environment with the password, for a server without a file. */
const passwordVariable = 'BRAND_PORTAL_MAIL_PASSWORD';

/** The reason why settings cannot be used; `null` if they can. */
export function mailProblem({ url, from }: MailSettings): string | null {
  const server = URL.canParse(url) ? new URL(url) : null;
  const isPlain = server !== null && ['', '/'].includes(server.pathname) && server.search + server.hash === '';
  if (!isPlain || server.hostname === '' || !['smtp:', 'smtps:'].includes(server.protocol)) {
    return 'mail.url must be the address of a mail server, such as smtps://user@smtp.example:465';
  }
  if (server.password !== '') {
    return `mail.url must not hold the password: put it into a file (mail.password_file), or into ${passwordVariable}`;
  }
  return isMailAddress(from) ? null : 'mail.from must be one address, such as brand@portal.example';
}

/** Options of the connection to the server, in the terms of the library. @throws when a file cannot be read */
export async function connectionOf({ url, password_file, dkim }: MailSettings) {
  const { protocol, hostname, port, username } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'smtps:';
  const isHere = isLoopbackHost(hostname);
  const password = password_file === undefined ? process.env[passwordVariable] : await textIn(password_file);
  return {
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ignoreTLS: isHere,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: password?.trim() ?? '' } }),
    ...(dkim && {
      dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: await textIn(dkim.key_file) },
    }),
  };
}

const textIn = (path: string): Promise<string> => readFile(path, 'utf8');
