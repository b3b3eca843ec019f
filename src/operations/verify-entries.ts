import { paths } from '../content/catalog/paths.js';
import { PortalError } from '../lib/errors.js';
import { asSaid, say } from '../lib/say.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { entryOf } from './context.js';
import { undescribed } from './engine/contract.js';
import { outcome } from './engine/draft.js';
import { entryId, fields } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { readFit } from './engine/read-page.js';
import { resources, staleVersion, versionOf } from './engine/resource.js';
import { type HistoryEntry, listCommits } from './history.js';

export const maxVerified = 50;

const ReadEntry = Input({
  id: Type.String(),
  version: Type.Optional(Type.String({ description: 'The version that was read. Default: any.' })),
});

export const verifyEntries = write({
  name: 'context.verify',
  module: 'brand_agent',
  summary: 'Verify entries by one commit, each in the version that was read, or take that back',
  body: fields(
    Input({
      entries: Type.Array(ReadEntry, { minItems: 1, maxItems: maxVerified }),
      verified: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
    }),
  ),
  answers: Exact({ verified: Type.Array(Type.String()) }),
  check: (draft, { sent }) => (sent.entries ?? []).map(({ id }) => entryOf(draft, id)),
  apply(draft, { body, checked }) {
    const stale = body.entries.flatMap(({ id, version }, at) => {
      const isStale = version !== undefined && version !== versionOf(draft.snapshot, resources.entry(id));
      return isStale ? [`"${checked[at]?.title}"`] : [];
    });
    if (stale.length > 0) throw new PortalError('precondition_failed', say`${asSaid(staleVersion)} It is ${stale}.`);
    const { verified = true } = body;
    const entries = [...new Set(checked)];
    const changed = entries.filter((entry) => entry.verified !== verified);
    for (const entry of changed) draft.put(paths.entry(entry.id), { ...entry, verified });
    const names = changed.map(({ id, title }) => `${id} "${title}"`);
    const subject = `brand context ${changed.length === 1 ? `entry ${names[0]}` : `entries: ${changed.length}`}`;
    if (changed.length > 0)
      draft.commitAs(
        `${verified ? 'Verify' : 'Unverify'} ${subject}`,
        changed.length === 1 ? [] : names,
        outcome(verified ? 'verified' : 'unverified'),
      );
    return { value: { verified: entries.map(({ id }) => id) }, resource: resources.brandContext };
  },
});

/** Upper bound on the commits of an entry that are looked through. */
const maxSearched = 50;

interface Verification {
  /** The commit since which it is verified; `null` if it is not verified, or was before the searched commits. */
  readonly since: HistoryEntry | null;
  readonly changed: HistoryEntry | null;
}

export const showVerification = read({
  name: 'context.verification',
  module: 'brand_agent',
  summary: 'Show by whom and when an entry was verified, and its last change',
  params: { entry: entryId },
  answers: undescribed<Verification>(),
  async run(view, { params }) {
    const { id } = entryOf(view, params.entry);
    let since: HistoryEntry | null = null;
    let changed: HistoryEntry | null = null;
    let searched = 0;
    for await (const entry of listCommits(view.history, { entry: id }, { limit: maxSearched })) {
      changed ??= entry;
      searched += 1;
      const file = await view.history.readFile(paths.entry(id), entry.commit);
      const found = file && (await readFit({ kind: 'entry', id }, file.bytes, view.sanitizer));
      if (found?.content.kind !== 'entry' || !found.content.value.verified)
        return { value: { since, changed }, resource: null };
      since = entry;
    }
    return { value: { since: searched === maxSearched ? null : since, changed }, resource: null };
  },
});
