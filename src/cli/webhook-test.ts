import { readConfig } from '../config.js';
import { PortalError } from '../errors.js';
import type { Service } from '../service/service.js';
import { AddressRule } from '../webhooks/address-rule.js';
import { signedHeaders, testMessage } from '../webhooks/message.js';
import { type Posted, post } from '../webhooks/post.js';
import type { DataOption } from './common.js';

/** @throws `invalid` when the server would refuse the address, as far as can be told before names are looked up */
export async function requireAllowed(url: string, { config }: DataOption): Promise<void> {
  const { webhook_allow } = await readConfig(config);
  if (!URL.canParse(url) || new AddressRule(webhook_allow).couldAllow(new URL(url))) return;
  const way = 'Use https and a public address, or list the host, the address or its subnet in webhook_allow';
  throw new PortalError('invalid', `The server would not send to ${url}. ${way}, and name the file with --config.`);
}

/** Sends a test message as the server would. @throws `not_found`, `invalid` when there is nothing to sign with */
export async function sendTest(
  service: Service,
  brand: string,
  id: string,
  { config }: DataOption,
): Promise<{ readonly url: string; readonly posted: Posted; readonly ms: number }> {
  const { record } = await service.webhooks.get(brand, id);
  const secret = await service.webhooks.files.readSecret(record);
  if (secret === null) {
    throw new PortalError(
      'invalid',
      `Webhook ${id} has no valid secret here: give it one with "webhook rotate ${brand} ${id}".`,
    );
  }
  const { commit } = await (await service.openBrand(brand)).read();
  const message = testMessage(record, commit ?? '', service.clock);
  const { webhook_allow } = await readConfig(config);
  const before = performance.now();
  const headers = signedHeaders(message, secret, service.clock());
  const posted = await post(record.url, message.body, headers, { rule: new AddressRule(webhook_allow) });
  return { url: record.url, posted, ms: Math.round(performance.now() - before) };
}
