import { written } from '../site/letters/letter.js';
import { directLetter } from '../site/letters/letters.js';
import { makeWithWords } from '../words/of-request.js';
import { portalPlace } from './place.js';
import { type DeliveryOptions, MailRun } from './run.js';
import type { MailSettings } from './settings.js';
import { type Sent, sendMail } from './transport.js';

/** Sends the mails of one minute. Rejects only when the state cannot be read or stored. */
export async function deliverMails(options: DeliveryOptions, signal: AbortSignal): Promise<void> {
  await new MailRun(options, await options.service.mails.state(), signal).deliver();
}

/** Sends one mail that says that mails arrive. @param origin where its button leads */
export function sendTestMail(settings: MailSettings, origin: string, to: string): Promise<Sent> {
  const { host } = new URL(origin);
  const { sender } = portalPlace(host);
  const mail = { kind: 'test', to, brand: null, language: '', zone: '', href: origin, values: {} } as const;
  const text = makeWithWords('en', () => written(directLetter(mail, '', host), sender));
  return sendMail(settings, { to, sender: sender.name, id: `test-${Date.now()}`, off: null, pictures: {}, ...text });
}
