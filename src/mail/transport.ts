import { lazy } from '../lib/concurrency.js';
import { noted } from '../lib/say.js';
import { errorCode } from '../lib/system-error.js';
import { connectionOf, type MailSettings } from './settings.js';

/** A mail as it is sent. Names and subjects have no line breaks. */
export interface Mail {
  readonly to: string;
  /** Name that the sender's address is shown with. */
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The part of the `Message-ID` before the domain: the same whenever the same mail is sent. */
  readonly id: string;
  /** Address at which one POST stops mails of this kind; `null` if there is no kind. */
  readonly off: string | null;
  /** PNG files by their content ids. */
  readonly pictures: Readonly<Record<string, Buffer>>;
}

/**
 * Outcome of a mail. `refused`: the server takes nothing for this address; `rejected`: it does not take this mail; `later`: it wants
 * to be asked again; `down`: it could not be used, for whatever mail. Reasons hold no address.
 */
export type Sent =
  | { readonly is: 'sent' }
  | { readonly is: 'refused' | 'rejected' | 'later' | 'down'; readonly reason: string };

/** Limits, in milliseconds, of the steps of a delivery. A server that is slower counts as down. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 };

const library = lazy(() => import('nodemailer'));

/** Sends one mail. The library is loaded by the first. Never rejects. */
export async function sendMail(settings: MailSettings, mail: Mail, signal?: AbortSignal): Promise<Sent> {
  const { from: address } = settings;
  const domain = address.slice(address.indexOf('@') + 1);
  const { to, sender, subject, text, html, id, off, pictures } = mail;
  try {
    const { createTransport } = await library();
    const connection = await connectionOf(settings);
    const transport = createTransport({
      ...connection,
      ...timeouts,
      name: domain,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await transport.sendMail({
      from: { name: sender, address },
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
      headers: headersOf(off),
      attachments: Object.entries(pictures).map(([cid, content]) => ({
        cid,
        content,
        filename: `${cid}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      })),
      ...(signal && { signal }),
    });
    return { is: 'sent' };
  } catch (error) {
    return failureOf(error);
  }
}

/** Headers that programs read: no one answers, and one POST stops such mails (RFC 3834, RFC 8058). */
function headersOf(off: string | null) {
  const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  if (off === null) return automatic;
  return {
    ...automatic,
    'List-Unsubscribe': { prepared: true, value: `<${off}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The end of a session, in which the server says so (RFC 5321, section 3.8). */
const closing = 421;

/** Outcome of a mail by an error of the library. Only codes are repeated: texts of servers hold addresses. */
function failureOf(error: unknown): Sent {
  const { responseCode, command, originalCode } = Object(error);
  const code = `${errorCode(error)} ${originalCode}`;
  const isOfMail = command === 'RCPT TO' || command === 'DATA';
  if (typeof responseCode !== 'number' || responseCode === closing || !isOfMail) {
    return { is: 'down', reason: downReason(code, responseCode) };
  }
  const reason = noted`the mail server answered ${responseCode}`;
  if (responseCode < 500) return { is: 'later', reason };
  return { is: command === 'RCPT TO' ? 'refused' : 'rejected', reason };
}

function downReason(code: string, answer: unknown): string {
  if (/AUTH\b/.test(code)) return noted`the mail server does not accept user and password`;
  if (/TLS|SSL|CERT|ISSUER|SIGNATURE/.test(code)) return noted`the mail server has no secure connection`;
  if (/^(?:ENOENT|EACCES|EISDIR|EPERM|ENOTDIR)/.test(code)) return noted`a file of the mail settings cannot be read`;
  if (typeof answer === 'number') return noted`the mail server answered ${answer}`;
  return code.includes('TIMEDOUT')
    ? noted`the mail server does not answer in time`
    : noted`the mail server cannot be reached`;
}
