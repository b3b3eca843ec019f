import { createHash } from 'node:crypto';
import { random } from '../random.js';
import type { Entry, Event, Inode } from './recorded-disk.js';

/** What a crash did to a change that no sync covered. The last three tear written data. */
type Fate = 'survives' | 'lost' | 'half' | 'zeros' | 'half, then zeros';

const tears = ['half', 'zeros', 'half, then zeros'] as const;

/** `killed`: the process died and the machine went on. All others are a loss of power. */
export type CrashClass = 'killed' | 'nothing survives' | 'torn' | 'one lost' | 'one survives' | 'random';

type Effect =
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'data'; readonly file: Inode; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: Inode };

/** `bytes: null` is a directory; a file with two names has the same inode under both. */
interface Found {
  readonly path: string;
  readonly inode: Inode;
  readonly bytes: Buffer | null;
}

export interface CrashState {
  readonly kind: CrashClass;
  /** How many events had happened. */
  readonly moment: number;
  /** What the disk holds; a directory comes before what is in it. */
  readonly found: readonly Found[];
  /** Answers of the calls that had ended well, by call. */
  readonly acknowledged: ReadonlyMap<string, unknown>;
  /** Calls that had not ended, in the order they started. */
  readonly running: readonly string[];
}

interface CrashOptions {
  /** Random states tried at each moment. */
  readonly randomStates?: number;
  readonly seed?: number;
  /** States that need not be tried again, added to. */
  readonly seen?: Set<string>;
}

/** What is on the disk for good, and what may be. */
class Disk {
  readonly #directories = new Map<Inode, Map<string, Inode>>([[0, new Map()]]);
  readonly #files = new Map<Inode, Buffer>();

  copy(): Disk {
    const disk = new Disk();
    for (const [inode, names] of this.#directories) disk.#directories.set(inode, new Map(names));
    for (const [inode, bytes] of this.#files) disk.#files.set(inode, bytes);
    return disk;
  }

  addDirectory(inode: Inode): void {
    this.#directories.set(inode, new Map());
  }

  apply(effect: Effect, fate: Fate): void {
    if (fate === 'lost') return;
    if (effect.kind === 'truncate') this.#files.set(effect.file, Buffer.alloc(0));
    if (effect.kind === 'data') {
      const before = this.#files.get(effect.file) ?? Buffer.alloc(0);
      const bytes = torn(effect.bytes, fate);
      const after = Buffer.alloc(Math.max(before.length, effect.at + bytes.length));
      before.copy(after);
      bytes.copy(after, effect.at);
      this.#files.set(effect.file, after);
    }
    if (effect.kind !== 'entries') return;
    for (const { directory, name, inode } of effect.entries) {
      const names = this.#directories.get(directory) as Map<string, Inode>;
      if (inode === null) names.delete(name);
      else names.set(name, inode);
    }
  }

  found(directory: Inode = 0, above = ''): Found[] {
    const names = [...(this.#directories.get(directory) as Map<string, Inode>)].sort(([a], [b]) => (a < b ? -1 : 1));
    return names.flatMap(([name, inode]) => {
      const path = above + name;
      if (!this.#directories.has(inode)) {
        return [{ path, inode, bytes: this.#files.get(inode) ?? Buffer.alloc(0) }];
      }
      return [{ path, inode, bytes: null }, ...this.found(inode, `${path}/`)];
    });
  }
}

function torn(bytes: Buffer, fate: Fate): Buffer {
  const half = bytes.subarray(0, bytes.length >> 1);
  if (fate === 'half') return half;
  if (fate === 'zeros') return Buffer.alloc(bytes.length);
  return fate === 'half, then zeros' ? Buffer.concat([half], bytes.length) : bytes;
}

function isCovered(effect: Effect, inode: Inode): boolean {
  if (effect.kind === 'entries') return effect.entries.some(({ directory }) => directory === inode);
  return effect.file === inode;
}

/** The ways in which one crash can end for `effects`, by class. */
function* fates(effects: readonly Effect[], { randomStates, next }: { randomStates: number; next: () => number }) {
  const all = (fate: Fate): Fate[] => effects.map(() => fate);
  yield ['killed', all('survives')] as const;
  yield ['nothing survives', all('lost')] as const;
  for (const [at, effect] of effects.entries()) {
    if (effect.kind === 'data') for (const tear of tears) yield ['torn', all('survives').with(at, tear)] as const;
    yield ['one lost', all('survives').with(at, 'lost')] as const;
    yield ['one survives', all('lost').with(at, 'survives')] as const;
  }
  for (let count = 0; count < randomStates; count += 1) {
    const drawn = effects.map((effect): Fate => {
      if (next() < 0.5) return 'lost';
      const isTorn = effect.kind === 'data' && next() < 0.5;
      return isTorn ? (tears[Math.floor(next() * tears.length)] as Fate) : 'survives';
    });
    yield ['random', drawn] as const;
  }
}

/** Every different state in which a crash can leave the disk, for each moment of a recorded run since it settled last. */
export function* crashStates(events: readonly Event[], options: CrashOptions = {}): Generator<CrashState> {
  const { randomStates = 4, seed = 1, seen = new Set() } = options;
  const next = random(seed);
  const durable = new Disk();
  let pending: { readonly effect: Effect; readonly moment: number }[] = [];
  const acknowledged = new Map<string, unknown>();
  let running: string[] = [];
  const settled = events.findLastIndex(({ kind }) => kind === 'settle');

  for (const [at, event] of events.entries()) {
    switch (event.kind) {
      case 'entries':
        if (event.made === 'directory') durable.addDirectory(event.entries[0]?.inode as Inode);
        pending.push({ effect: event, moment: at });
        break;
      case 'data':
      case 'truncate':
        pending.push({ effect: event, moment: at });
        break;
      case 'sync': {
        const isDone = ({ effect, moment }: (typeof pending)[number]): boolean =>
          moment < event.since && isCovered(effect, event.inode);
        for (const change of pending) if (isDone(change)) durable.apply(change.effect, 'survives');
        pending = pending.filter((change) => !isDone(change));
        break;
      }
      case 'settle':
        for (const { effect } of pending) durable.apply(effect, 'survives');
        pending = [];
        break;
      case 'started':
        running = [...running, event.call];
        break;
      default:
        running = running.filter((call) => call !== event.call);
        if (event.kind === 'acknowledged') acknowledged.set(event.call, event.answer);
    }
    if (at < settled) continue;
    const effects = pending.map(({ effect }) => effect);
    const promises = `${[...acknowledged.keys()]} ${running}`;
    for (const [kind, fate] of fates(effects, { randomStates, next })) {
      const disk = durable.copy();
      for (const [index, effect] of effects.entries()) disk.apply(effect, fate[index] as Fate);
      const found = disk.found();
      const key = `${digest(found)} ${promises}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield { kind, moment: at + 1, found, acknowledged: new Map(acknowledged), running };
    }
  }
}

/** Names without what is chosen by chance, and hashes of contents: most are those of the state before. */
const names = new Map<string, string>();
const hashes = new WeakMap<Buffer, string>();

function nameOf(path: string): string {
  const name =
    names.get(path) ?? path.replaceAll(/(?<=brand-portal-lock\.)[\w.]+|[0-9a-f]{12}(?=\.tmp)|\d+-\d+(?=\.tmp)/g, '');
  names.set(path, name);
  return name;
}

function hashOf(bytes: Buffer): string {
  const hash = hashes.get(bytes) ?? createHash('sha1').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return hash;
}

/** Equal for disks that hold the same names, the same bytes, and the same files under two names; chosen names are one. */
function digest(found: readonly Found[]): string {
  const firstName = new Map<Inode, string>();
  const lines = found.map(({ path, inode, bytes }) => {
    const [name, first] = [nameOf(path), firstName.get(inode)];
    firstName.set(inode, first ?? name);
    return `${name}\0${bytes === null ? 'directory' : (first ?? hashOf(bytes))}`;
  });
  return createHash('sha1').update(lines.join('\0')).digest('hex');
}
