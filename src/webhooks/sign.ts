import { Webhook } from 'standardwebhooks';
import { version } from '../package.js';
import type { WebhookSecret } from '../registry/webhook-files.js';
import type { Message } from './message.js';

/** The headers of Standard Webhooks; after a rotation with a signature by either secret. */
export function signedHeaders(
  { id, body }: Pick<Message, 'id' | 'body'>,
  { secret, former }: WebhookSecret,
  now: Date,
): Record<string, string> {
  const secrets = former !== null && now < new Date(former.until) ? [secret, former.secret] : [secret];
  return {
    'User-Agent': `brand-portal/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, now, body)).join(' '),
  };
}
