import type { Catalog } from '../content/catalog/catalog.js';
import { PortalError } from '../lib/errors.js';
import type { Acting } from '../registry/rights.js';
import { unknownVersion } from '../registry/webhook-files.js';
import type { Webhooks } from '../registry/webhooks.js';
import type { Repository } from '../store/repository.js';

interface RedeliveryTools {
  readonly webhooks: Webhooks;
  openBrand(slug: string): Promise<Repository<Catalog>>;
}

/** A point in a brand's history: a commit, or a time. */
interface From {
  readonly commit?: string | undefined;
  readonly since?: Date | undefined;
}

/**
 * Has a webhook send again.
 *
 * @returns the version from which, as `versionFrom` does
 */
export async function redeliver(
  tools: RedeliveryTools,
  brand: string,
  id: string,
  from: From,
  by?: Acting,
): Promise<string | null> {
  const version = await versionFrom(tools, brand, id, from);
  await tools.webhooks.restart(brand, id, version, by);
  return version;
}

/**
 * Version from which a webhook sends again. By default its position when that failed, else the one before its last delivery.
 * With its position lost, the receiver is asked to read everything again.
 *
 * @returns `null` for the beginning @throws `not_found`, `invalid`
 */
async function versionFrom(
  tools: RedeliveryTools,
  brand: string,
  id: string,
  { commit, since }: From,
): Promise<string | null> {
  const { record, position } = await tools.webhooks.get(brand, id);
  const repository = await tools.openBrand(brand);
  if (commit !== undefined) {
    const oid = await repository.versions.resolve(commit);
    if (!(await repository.past.contains(oid))) {
      throw new PortalError('invalid', `${commit} is not in the history of ${brand}.`);
    }
    return oid;
  }
  if (since !== undefined) return repository.past.commitAt(since);
  if (position === null) return unknownVersion;
  if (position.serial !== record.start.serial) return record.start.version;
  if (position.failing !== null) return position.version;
  if (position.last === null) throw new PortalError('invalid', `Webhook ${id} has delivered nothing yet.`);
  return position.last.from;
}
