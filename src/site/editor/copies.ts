import { newBlockId } from '../../content/blocks/block-id.js';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { NodeJson } from '../../content/html/write.js';
import { isObject } from '../../lib/json.js';
import { copyPrefix, pageName, readFromDevice, writeToDevice } from '../browser/device.js';
import type { Place } from './api.js';
import { mapBlocks } from './page-model.js';
import type { Collision } from './save-conflicts.js';
import type { WrittenDetails } from './written-details.js';

/** Copy of a page that is written, on this device. */
export interface UnsavedCopy {
  /** Time, in ms since 1970. */
  readonly at: number;
  readonly base: string;
  /** Proposal that has this version. */
  readonly draft?: number | null;
  readonly title: string;
  readonly details?: WrittenDetails;
  readonly blocks: readonly StoredBlock[];
  readonly removed: readonly string[];
  readonly touched: readonly string[];
  /** Ids of the blocks that were never saved. */
  readonly added?: readonly string[];
  readonly collisions?: readonly Collision[];
  /** Texts that the server may not know. */
  readonly texts: Readonly<Record<string, NodeJson>>;
}

const isCopy = (value: unknown): value is UnsavedCopy =>
  isObject(value) && 'base' in value && Array.isArray(value.blocks);

/** The copy of another tab, which may have saved it. What it has added gets new ids, so that no two blocks have the same. */
function withNewIds(copy: UnsavedCopy): UnsavedCopy {
  const ids = new Map(copy.added?.map((id) => [id, newBlockId()]));
  const newIdOf = (id: string): string => ids.get(id) ?? id;
  const blocks = mapBlocks(copy.blocks, (block) => (block.id === null ? block : { ...block, id: newIdOf(block.id) }));
  return { ...copy, blocks, touched: copy.touched.map(newIdOf), added: [...ids.values()] };
}

/** Copies of one page on this device. Each tab has its own copy, so tabs do not overwrite each other. */
export class Copies {
  readonly #prefix: string;
  readonly #channel: BroadcastChannel;
  #tab: string;

  private constructor(place: Place, tab: string) {
    this.#prefix = copyPrefix(place);
    this.#tab = tab;
    this.#channel = new BroadcastChannel(this.#prefix);
    this.#channel.addEventListener('message', ({ data }) => {
      if (data === 'who') this.#channel.postMessage({ mine: this.#tab });
    });
  }

  /**
   * @returns the copies, and the copy to continue: the copy of this tab, or the newest copy that belongs to no open tab
   */
  static async open(place: Place): Promise<{ readonly copies: Copies; readonly copy: UnsavedCopy | null }> {
    const name = `bp-tab ${pageName(place)}`;
    const prefix = copyPrefix(place);
    // Without a copy no tab can hold one, so the tabs are not asked.
    const hasCopies = Object.keys(localStorage).some((key) => key.startsWith(prefix));
    const taken = hasCopies ? await otherTabs(prefix) : new Set<string>();
    const ownName = hasCopies ? sessionStorage.getItem(name) : null;
    // A duplicated tab inherits the name of the first.
    const tab = ownName === null || taken.has(ownName) ? newTab() : ownName;
    sessionStorage.setItem(name, tab);
    const copies = new Copies(place, tab);
    const found = copies.#all().filter((kept) => kept.tab === tab || !taken.has(kept.tab));
    const newest = found.toSorted((a, b) => b.copy.at - a.copy.at);
    const continued = newest.find((kept) => kept.tab === tab) ?? newest[0];
    if (continued === undefined) return { copies, copy: null };
    if (continued.tab === tab) return { copies, copy: continued.copy };
    const copy = withNewIds(continued.copy);
    copies.write(copy);
    localStorage.removeItem(copies.#prefix + continued.tab);
    return { copies, copy };
  }

  #all(): { readonly tab: string; readonly copy: UnsavedCopy }[] {
    return Object.keys(localStorage).flatMap((name) => {
      const copy = name.startsWith(this.#prefix) ? readFromDevice(name, isCopy) : undefined;
      return copy === undefined ? [] : [{ tab: name.slice(this.#prefix.length), copy }];
    });
  }

  /** @returns whether it is on this device now */
  write(copy: UnsavedCopy): boolean {
    return writeToDevice(this.#prefix + this.#tab, copy);
  }

  /** @returns whether this tab holds it for the next page */
  setAside(copy: UnsavedCopy): boolean {
    return writeToDevice(this.#prefix + this.#tab, copy, 'sessionStorage');
  }

  drop(): void {
    localStorage.removeItem(this.#prefix + this.#tab);
  }
}

const newTab = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Time in which other tabs reply, in ms. */
const replyMs = 100;

/** Names of the other tabs that have this page open. */
async function otherTabs(channelName: string): Promise<ReadonlySet<string>> {
  const channel = new BroadcastChannel(channelName);
  const tabs = new Set<string>();
  channel.addEventListener('message', ({ data }) => {
    if (typeof data?.mine === 'string') tabs.add(data.mine);
  });
  channel.postMessage('who');
  await new Promise((resolve) => setTimeout(resolve, replyMs));
  channel.close();
  return tabs;
}
