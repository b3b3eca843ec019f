import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../content/blocks/block-type.js';
import { paths } from '../content/files.js';
import { MediaFile } from '../content/media.js';
import { message } from '../content/messages.js';
import { invalid } from '../content/violations.js';
import { notFound } from '../errors.js';
import { type BrandView, parseId } from './brand-view.js';
import { withFields } from './fields.js';
import type { ReadOperation, WriteOperation } from './operation.js';
import { type Referrer, referrersOf, takeOut } from './references.js';
import { resources } from './resource.js';

/** Every medium with whether it is released, also those that the API does not show. */
export const listAllMedia: ReadOperation = {
  name: 'media.list_all',
  right: 'read',
  run({ catalog }) {
    return { value: [...catalog.media.values()].sort((a, b) => a.id - b.id), resource: resources.media };
  },
};

export interface UsedMedium extends MediaFile {
  readonly used_by: readonly Referrer[];
}

/** A medium, and the pages whose blocks use it. Reads every page. */
export const inspectMedia: ReadOperation = {
  name: 'media.inspect',
  right: 'read',
  async run(view, { params }) {
    const medium = mediumOf(view, params.media as string);
    const value: UsedMedium = { ...medium, used_by: await referrersOf(view, 'media', medium.id) };
    return { value, resource: null };
  },
};

const nothing = { title: null, caption: null, width: null, height: null, media_category_id: null };
const newMedium = { ...nothing, released: false, status: 'ready' } as const;

/** Adds a medium's metadata, with the next id; it is not released. */
export const addMedia: WriteOperation = {
  name: 'media.add',
  right: 'write',
  run(draft, { body }) {
    const id = draft.catalog.highestIds.media + 1;
    const sent = { ...(isObject(body) ? body : {}), id };
    const medium = withFields<MediaFile>(MediaFile, newMedium, sent, { multiline: ['caption'] });
    draft.expect(resources.media);
    draft.put(paths.media(id), medium);
    draft.commitAs(`Add ${named(medium)}`);
    return { value: medium, resource: resources.media };
  },
};

/** Changes a medium's metadata: what is sent, and no more. Releasing it is a call of its own. */
export const setMedia: WriteOperation = {
  name: 'media.set',
  right: 'write',
  run(draft, { params, body }) {
    const before = mediumOf(draft, params.media as string);
    const sent = isObject(body) ? body : {};
    for (const name of ['id', 'released']) {
      if (Object.hasOwn(sent, name)) throw invalid(name, message.prohibited(name));
    }
    const medium = withFields<MediaFile>(MediaFile, before, sent, { multiline: ['caption'] });
    draft.expect(resources.media);
    if (!isDeepStrictEqual(before, medium)) {
      draft.put(paths.media(medium.id), medium);
      draft.commitAs(`Change ${named(medium)}`);
    }
    return { value: medium, resource: resources.media };
  },
};

/** Releases a medium, or withdraws it: blocks that show it stay, new ones cannot refer to it. */
export const releaseMedia: WriteOperation = {
  name: 'media.release',
  right: 'write',
  run(draft, { params, body }) {
    const before = mediumOf(draft, params.media as string);
    const released = isObject(body) ? body.released : undefined;
    const medium = withFields<MediaFile>(MediaFile, before, { released });
    draft.expect(resources.media);
    if (!isDeepStrictEqual(before, medium)) {
      draft.put(paths.media(medium.id), medium);
      draft.commitAs(`${medium.released ? 'Release' : 'Withdraw'} ${named(medium)}`);
    }
    return { value: medium, resource: resources.media };
  },
};

/** Removes a medium. Blocks that use it are a reason to refuse; by `force` they lose it. */
export const removeMedia: WriteOperation = {
  name: 'media.remove',
  right: 'write',
  async run(draft, { params, body }) {
    const medium = mediumOf(draft, params.media as string);
    draft.expect(resources.media);
    const force = isObject(body) && body.force === true;
    const pages = await takeOut(draft, 'media', medium.id, { name: `Medium ${medium.id}`, force });
    draft.removeNumbered('media', paths.media(medium.id), medium.id);
    draft.commitAs(
      `Remove ${named(medium)}`,
      pages.map(({ id }) => `taken out of page ${id}`),
    );
    return { value: { removed: medium.id, pages }, resource: null };
  },
};

function named({ id, title }: MediaFile): string {
  return title === null ? `medium ${id}` : `medium ${id} "${title}"`;
}

function mediumOf({ catalog }: BrandView, text: string): MediaFile {
  const medium = catalog.media.get(parseId(text) ?? 0);
  if (medium === undefined) throw notFound(`Medium ${text}`);
  return medium;
}
