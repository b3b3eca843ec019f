import { paths } from '../content/catalog/paths.js';
import { Sha256 } from '../content/files/pointer.js';
import type { PurgedFiles } from '../content/media.js';
import { isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { Input, Type } from '../validation/schema.js';
import { fields } from './engine/body.js';
import { undescribed } from './engine/contract.js';
import { write } from './engine/operation.js';

type PurgedFile = PurgedFiles[number];

/** Says that a file will be there no longer, before its bytes are deleted. What the newest commit names stays: clones need it. */
export const purgeFile = write({
  name: 'media.purge_file',
  summary: 'Record that a file, which only the history names, is deleted for good',
  body: fields(Input({ sha256: Sha256, reason: Type.String({ minLength: 1, maxLength: 500 }) })),
  answers: undescribed<PurgedFile>(),
  check({ actor, catalog: { files, doubles } }, { sent: { sha256 } }, violations) {
    if (actor.kind !== 'operator') throw new PortalError('forbidden', 'Only the operator deletes files for good.');
    for (const [id, file] of files) {
      const all = [file, ...(doubles.get(id) ?? [])];
      if (all.every((one) => one.sha256 !== sha256)) continue;
      violations.add('sha256', `Medium ${id} has this file: give it another, or remove the medium, first.`);
    }
    return {};
  },
  apply(draft, { body: { sha256, reason } }) {
    const { purged } = draft.catalog;
    const known = purged.find((one) => one.sha256 === sha256);
    if (known !== undefined) return { value: known, resource: null };
    const value = { sha256, date: isoSeconds(draft.now), reason };
    draft.put(paths.purged, [...purged, value]);
    draft.commitAs(`Delete file ${sha256.slice(0, 12)} for good`, [reason]);
    return { value, resource: null };
  },
});
