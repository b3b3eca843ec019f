import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildServer } from '../../support/child-server.js';
import { sendTo } from '../../support/command.js';
import { lostFiles, sha256Of, wav } from '../../support/files.js';
import { checkRepository } from '../../support/git.js';
import type { CephCluster } from './cluster.js';
import { type FaultKind, FaultProxy } from './fault-proxy.js';
import { historyOf, judge, type Told } from './judge.js';
import { command, type NodeSettings, startNode } from './node-process.js';
import { ProposalLedger } from './proposal-ledger.js';
import { WebhookWatch } from './webhook-watch.js';

export interface RoundOptions {
  readonly ceph: CephCluster;
  readonly folder: string;
  readonly program: string;
  /** The portal's own prefix. */
  readonly store: string;
  readonly seconds: number;
  readonly nodes?: number;
  readonly clients?: number;
  /** Of requests to the store that go wrong. */
  readonly faultRate?: number;
  /** Pause between two kills of nodes; 0: none is killed. */
  readonly killEveryMs?: number;
  readonly lines?: readonly string[];
  /** Made, approved and merged meanwhile. */
  readonly proposals?: number;
  /** Whether one more goes live at a time: the end waits for it, a minute or two. */
  readonly isScheduled?: boolean;
  /** Builds of the program, for an upgrade node by node: each start of a node takes the next, with the cache that it has. */
  readonly builds?: readonly string[];
  /** Called in the middle. */
  readonly disturb?: () => Promise<void>;
}

export type RoundResult = Awaited<ReturnType<Round['run']>>;

const brand = 'acme';

/** Real nodes over a real store: clients write and read one page, hop between the nodes, and are held to what they were told. */
export class Round {
  readonly #options: Required<Omit<RoundOptions, 'disturb'>> & Pick<RoundOptions, 'disturb'>;
  readonly #told: Told[] = [];
  readonly #nodes: (ChildServer | null)[] = [];
  readonly #proxies: FaultProxy[] = [];
  #watch: WebhookWatch | undefined;
  #ledger: ProposalLedger | undefined;
  /** SHA-256 of the files that were acknowledged, and the media that have files. */
  readonly #files = new Set<string>();
  readonly #media: number[] = [];
  #starts = 0;
  #kills = 0;
  #stops = 0;
  #isOver = false;
  #key = '';
  #page = 0;

  constructor(options: RoundOptions) {
    const few = { nodes: 3, clients: 8, faultRate: 0.04, killEveryMs: 2500, proposals: 4, isScheduled: false };
    this.#options = { ...few, lines: [], builds: [options.program], ...options };
  }

  async run() {
    const { seconds, faultRate, nodes, clients, proposals, disturb } = this.#options;
    try {
      await this.#begin();
      for (const proxy of this.#proxies) proxy.rate = faultRate;
      const working = Array.from({ length: clients }, (_, at) => this.#client(at));
      const killing = this.#killAgainAndAgain();
      const rotating = this.#watch?.rotateAgainAndAgain(nodes, () => this.#isOver);
      const proposing = this.#ledger?.work(proposals);
      await sleep((seconds * 1000) / 2);
      // While the store is disturbed it may be refused; the one at the end goes on from what it has.
      const backup = this.#backup().catch(() => null);
      await disturb?.();
      await sleep((seconds * 1000) / 2);
      this.#isOver = true;
      for (const proxy of this.#proxies) proxy.rate = 0;
      await Promise.all([...working, killing, rotating, proposing, backup]);
      for (const proxy of this.#proxies) proxy.outage = null;
      const lost = await this.#comeBack();
      await this.#ledger?.settle();
      await this.#watch?.settle();
      return await this.#result(lost);
    } finally {
      this.#isOver = true;
      for (let at = 0; at < nodes; at += 1) await this.#nodes[at]?.end('SIGKILL');
      for (const proxy of this.#proxies) proxy.stop();
      await this.#watch?.receiver.close();
    }
  }

  #settings(at: number, endpoint = this.#proxies[at]?.url ?? ''): NodeSettings {
    const { folder, store, ceph, program, lines } = this.#options;
    return { folder: join(folder, `node${at}`), endpoint, store, ceph, program, lines: [...lines, WebhookWatch.line] };
  }

  async #begin(): Promise<void> {
    const { ceph, nodes, proposals, isScheduled } = this.#options;
    const first = this.#settings(99, ceph.endpoint);
    await command(first, ['shared', 'init']);
    const own: NodeSettings = { ...first, folder: `${first.folder}-2` };
    await command(own, ['brand', 'create', brand, '--name', 'Acme', '--modules', 'media_upload']);
    this.#page = JSON.parse(await command(own, ['page', 'create', brand, '--title', 'first', '--json'])).id;
    const issue = ['key', 'issue', brand, '--name', 'Round', '--rights', 'read,write', '--json'];
    this.#key = JSON.parse(await command(own, issue)).key;
    for (let at = 0; at < nodes; at += 1) this.#proxies.push(await new FaultProxy(ceph.endpoint).start());
    this.#watch = await WebhookWatch.start((at, args) => command(this.#settings(at), args), brand);
    for (let at = 0; at < nodes; at += 1) this.#nodes.push(await this.#start(at));
    if (proposals === 0) return;
    const elsewhere = this.#settings(102, this.#proxies[0]?.url);
    const operator = (args: readonly string[]) => command(elsewhere, args);
    const url = (at: number) => this.#nodes[at]?.url;
    this.#ledger = await ProposalLedger.start({ brand, key: this.#key, count: nodes, url, operator }, isScheduled);
  }

  async #start(at: number): Promise<ChildServer> {
    const { builds, program } = this.#options;
    this.#starts += 1;
    return startNode({ ...this.#settings(at), program: builds[this.#starts % builds.length] ?? program });
  }

  async #client(at: number): Promise<void> {
    let writes = 0;
    let known: { title: string; tag: string } | null = null;
    while (!this.#isOver) {
      const node = this.#nodes[Math.floor(Math.random() * this.#nodes.length)];
      const chance = Math.random();
      if (!node) await sleep(20);
      else if (chance < 0.03) await this.#upload(node.url);
      else if (chance < 0.5) known = await this.#read(node.url);
      else {
        writes += 1;
        const isConditional = known !== null && Math.random() < 0.3;
        await this.#write(node.url, `w${at}-${writes}`, isConditional ? known : null);
      }
    }
  }

  async #read(url: string): Promise<{ title: string; tag: string } | null> {
    const startMs = performance.now();
    const answer = await this.#send(url, 'GET');
    if (answer?.status !== 200) return null;
    const { title } = answer.body;
    this.#told.push({ kind: 'read', startMs, endMs: performance.now(), outcome: 'done', value: title });
    return { title, tag: answer.headers.get('etag') ?? '' };
  }

  async #write(url: string, value: string, on: { title: string; tag: string } | null): Promise<void> {
    const startMs = performance.now();
    const answer = await this.#send(url, 'PATCH', { title: value }, on?.tag);
    const status = answer?.status ?? 504;
    const outcome = status < 300 ? 'done' : status === 504 ? 'unknown' : 'refused';
    const said = { kind: 'write', startMs, endMs: performance.now(), outcome, value } as const;
    this.#told.push(on === null || (outcome === 'refused' && status !== 412) ? said : { ...said, on: on.title });
  }

  /** A new medium, or another file of one. */
  async #upload(url: string): Promise<void> {
    const bytes = wav(1000 + Math.floor(Math.random() * 300_000), Math.floor(Math.random() * 2 ** 31));
    const id = this.#media[Math.floor(Math.random() * this.#media.length * 2)];
    const [method, path] = id === undefined ? ['POST', '/media'] : ['PUT', `/media/${id}/file`];
    const headers = { Authorization: `Bearer ${this.#key}` };
    const init = { method, headers, body: bytes as BodyInit, signal: AbortSignal.timeout(30_000) };
    const medium = await fetch(`${url}/api/v1${path}?name=round.wav`, init)
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null);
    if (medium === null) return;
    this.#files.add(sha256Of(bytes));
    if (id === undefined) this.#media.push(medium.id);
  }

  async #backup(): Promise<string> {
    const to = join(this.#options.folder, 'backup');
    await command(this.#settings(101, this.#options.ceph.endpoint), ['backup', '--all', to]);
    return to;
  }

  /** @returns `null` when there is no whole answer */
  async #send(url: string, method: string, body?: object, tag?: string) {
    const more = tag === undefined ? undefined : { 'If-Match': tag };
    return sendTo(`${url}/api/v1`, this.#key, method, `/pages/${this.#page}`, body, more).catch(() => null);
  }

  async #killAgainAndAgain(): Promise<void> {
    const { killEveryMs, nodes } = this.#options;
    while (!this.#isOver && killEveryMs > 0) {
      await sleep(killEveryMs * (0.5 + Math.random()));
      if (this.#isOver) return;
      const at = Math.floor(Math.random() * nodes);
      const chance = Math.random();
      if (chance < 0.2) await this.#cutOff(this.#proxies.slice(at, at + 1), 1000);
      else if (chance < 0.3) await this.#cutOff(this.#proxies, 3000 + Math.random() * 5000);
      else if (chance < 0.5) await this.#suspend(at);
      else {
        await this.#nodes[at]?.end('SIGKILL');
        this.#nodes[at] = null;
        this.#kills += 1;
        this.#nodes[at] = await this.#restart(at);
      }
    }
  }

  async #cutOff(proxies: readonly FaultProxy[], ms: number): Promise<void> {
    const outage = Math.random() < 0.5 ? 'partition' : 'silence';
    for (const proxy of proxies) proxy.outage = outage;
    await sleep(ms);
    for (const proxy of proxies) proxy.outage = null;
  }

  /** By themselves, once nothing goes wrong. @returns what does not */
  async #comeBack(): Promise<string[]> {
    const outcomes = this.#nodes.map(async (node, at) => {
      const isServing = async (): Promise<boolean> => {
        const ready = await fetch(`${node?.url}/readyz`).catch(() => null);
        return ready?.status === 200 && (await this.#send(node?.url ?? '', 'GET'))?.status === 200;
      };
      const end = performance.now() + 60_000;
      while (performance.now() < end) {
        if (await isServing()) return [];
        await sleep(500);
      }
      return [`node ${at} does not serve again`];
    });
    return (await Promise.all(outcomes)).flat();
  }

  /** The others go on meanwhile: what the node holds and had begun is old when it goes on. */
  async #suspend(at: number): Promise<void> {
    const child = this.#nodes[at]?.child;
    this.#stops += 1;
    child?.kill('SIGSTOP');
    await sleep(1000 + Math.random() * 3000);
    child?.kill('SIGCONT');
  }

  /** The start tests the store, which may fail on a way that is bad. */
  async #restart(at: number): Promise<ChildServer> {
    for (let failedAfterEnd = 0; ; ) {
      try {
        return await this.#start(at);
      } catch (error) {
        if (this.#isOver) failedAfterEnd += 1;
        if (failedAfterEnd > 3) throw error;
      }
    }
  }

  async #result(found: readonly string[]) {
    const { folder, ceph, nodes } = this.#options;
    const violations = [...found, ...((await this.#ledger?.judge(folder)) ?? [])];
    for (let at = 0; at < nodes; at += 1) {
      const node = this.#nodes[at];
      const code = node?.hasEnded === false ? await node.end('SIGTERM') : 0;
      if (code !== 0) violations.push(`node ${at} ended with ${code}`);
      const cache = join(folder, `node${at}`, 'data', 'brands', `${brand}.git`);
      checkRepository(cache);
      violations.push(...(this.#ledger?.judgeHistory(cache) ?? []));
      const log = readFileSync(join(folder, `node${at}`, 'log'), 'utf8');
      if (log.includes('the history was rewritten')) violations.push(`node ${at} calls the history rewritten`);
    }
    const to = join(folder, 'export');
    await command(this.#settings(100, ceph.endpoint), ['shared', 'export', to]);
    const gitdir = join(to, 'brands', `${brand}.git`);
    checkRepository(gitdir);
    await command(this.#settings(100, ceph.endpoint), ['check']);
    for (const place of [gitdir, join(await this.#backup(), 'brands', `${brand}.git`)]) {
      violations.push(...(this.#ledger?.judgeHistory(place) ?? []));
      for (const sha256 of lostFiles(place, this.#files)) violations.push(`${place} has lost the file ${sha256}`);
    }
    const history = historyOf(gitdir, this.#page);
    const order = history.flatMap(({ title }) => title ?? []);
    violations.push(...judge(this.#told, order));
    const watched = await this.#watch?.result(
      history.map(({ commit }) => commit),
      // A medium that nobody has released is no news to readers.
      new Set(history.filter(({ title }) => title === null).map(({ commit }) => commit)),
    );
    const { violations: untrue = [], ...webhook } = watched ?? { deliveries: 0, rotations: 0 };
    violations.push(...untrue);
    const count = (kind: Told['kind'], outcome: Told['outcome']): number =>
      this.#told.filter((told) => told.kind === kind && told.outcome === outcome).length;
    const faults: Partial<Record<FaultKind, number>> = {};
    for (const { counts } of this.#proxies) for (const [kind, n] of counts) faults[kind] = (faults[kind] ?? 0) + n;
    return {
      acknowledged: count('write', 'done'),
      refused: count('write', 'refused'),
      unknown: count('write', 'unknown'),
      reads: count('read', 'done'),
      /** That were acknowledged. */
      files: this.#files.size,
      kills: this.#kills,
      /** Nodes that were stopped for seconds, and went on. */
      stops: this.#stops,
      faults,
      /** What came, and how often its secret was rotated. */
      webhook,
      violations,
    };
  }
}
