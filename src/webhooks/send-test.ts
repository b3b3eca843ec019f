import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { AddressRule } from '../registry/webhook-url.js';
import type { Service } from '../service/service.js';
import { failureOf } from './delivery.js';
import { posting, testMessage } from './message.js';
import { post } from './post.js';

export interface TestResult {
  readonly url: string;
  /** Status of the receiver's response; `null` if there was none. */
  readonly status: number | null;
  /** Reason of the failure; `null` if the receiver has accepted it. */
  readonly failure: string | null;
  readonly durationMs: number;
}

/**
 * Sends a test message as the server would. If it is delivered, retries resume at once.
 *
 * @throws `not_found`, `invalid` without a signing secret
 */
export async function sendTest(
  service: Service,
  brand: string,
  id: string,
  { allow, origin }: { readonly allow: readonly string[]; readonly origin: string | null },
  resume = (from: string | null): Promise<unknown> => service.webhooks.restart(brand, id, from),
): Promise<TestResult> {
  const { record, position, state } = await service.webhooks.get(brand, id);
  const secret = await service.webhooks.files.readSecret(record);
  if (secret === null) {
    throw new PortalError(
      'invalid',
      say`Webhook ${id} has no valid secret here: give it one with "webhook rotate ${brand} ${id}".`,
    );
  }
  const { commit } = await (await service.openBrand(brand)).read();
  const message = await testMessage({ service, origin }, record, commit ?? '');
  const startMs = performance.now();
  const { address, headers } = posting(record, message, secret, service.clock());
  const posted = await post(address, message.body, headers, { rule: new AddressRule(allow) });
  const durationMs = Math.round(performance.now() - startMs);
  const failure = failureOf(posted);
  if (failure === null && state === 'failing') await resume(position?.version ?? null);
  return { url: record.url, status: 'status' in posted ? posted.status : null, failure, durationMs };
}
