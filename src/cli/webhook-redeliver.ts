import { PortalError } from '../errors.js';
import { unknownVersion } from '../registry/webhook-files.js';
import type { Service } from '../service/service.js';

export interface From {
  readonly commit: string | undefined;
  readonly since: Date | undefined;
}

/**
 * The version that a webhook goes on from when it is to send again. Where none is named: its position when that failed, else the
 * one before its last delivery. When its position is lost, the receiver is to read everything again.
 *
 * @returns `null`: the beginning @throws `not_found`, `invalid`
 */
export async function redeliverFrom(
  service: Service,
  brand: string,
  id: string,
  { commit, since }: From,
): Promise<string | null> {
  const { record, position } = await service.webhooks.get(brand, id);
  const repository = await service.openBrand(brand);
  if (commit !== undefined) {
    const oid = await repository.versions.resolve(commit);
    if (!(await repository.past.contains(oid))) {
      throw new PortalError('invalid', `${commit} is no commit in the history of ${brand}.`);
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
