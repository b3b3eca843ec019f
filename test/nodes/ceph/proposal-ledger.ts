import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { git, runGit } from '../../support/git.js';

/** After which a call that nothing disturbs any more, and a scheduled time, count as lost. */
const mostMs = 5 * 60_000;

/** A proposal as its people were told that it is, or as a node shows it. */
export interface Proposed {
  readonly number: number;
  readonly title: string;
  readonly state: string;
  /** Who approved it. */
  readonly approved: readonly string[];
  readonly comments: readonly string[];
}

/**
 * Holds what people were told of proposals against what is there: each is there once, with its approvals and comments, and each merged
 * one is on `main` once.
 *
 * @param merges numbers of proposals in the commits of `main` @returns every violation, as a sentence
 */
export function judgeProposals(
  told: readonly Proposed[],
  shown: readonly Proposed[],
  merges: readonly number[],
): string[] {
  const numbers = new Set([...told, ...shown].map(({ number }) => number).concat(merges));
  return [...numbers].flatMap((number) => {
    const is = (one: Proposed): boolean => one.number === number;
    const [wanted, found] = [told.filter(is), shown.filter(is)];
    const times = merges.filter((one) => one === number).length;
    const shouldBe = wanted.some(({ state }) => state === 'merged') ? 1 : 0;
    return [
      ...(isDeepStrictEqual(found, wanted)
        ? []
        : [`proposal ${number} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`]),
      ...(times === shouldBe ? [] : [`proposal ${number} was merged ${times} times, not ${shouldBe}`]),
    ];
  });
}

/** Numbers of the proposals that a repository's `main` has merged. */
export const mergesIn = (gitdir: string): number[] =>
  [...git(gitdir, ['log', '--format=%(trailers:key=Proposal)', 'main']).matchAll(/^Proposal: (\d+) /gm)].map(
    ([, number]) => Number(number),
  );

interface Nodes {
  readonly brand: string;
  readonly key: string;
  readonly count: number;
  /** Address of a node; `undefined`: it is being started. */
  url(at: number): string | undefined;
  /** Runs a command on another machine. @returns what it printed */
  operator(args: readonly string[]): Promise<string>;
}

interface Said {
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** Idempotency key. */
  readonly once?: string;
}

/** Proposals that a key makes, and people approve and merge on several nodes at once, and what these were told. */
export class ProposalLedger {
  readonly #told: Proposed[] = [];
  #person = '';
  #cookie = '';

  private constructor(readonly nodes: Nodes) {}

  /** @param isScheduled whether one is made now that is to go live in a minute or two */
  static async start(nodes: Nodes, isScheduled: boolean): Promise<ProposalLedger> {
    const ledger = new ProposalLedger(nodes);
    const added = await nodes.operator(['person', 'add', '--name', 'Ada', '--role', `${nodes.brand}=editor`, '--json']);
    ledger.#person = JSON.parse(added).id;
    const { link } = JSON.parse(await nodes.operator(['sign-in', ledger.#person, '--json']));
    const { headers } = await ledger.#until('POST', '/-/workspace/sign-in', { form: { link } });
    ledger.#cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    if (isScheduled) await ledger.#schedule('Proposed for later');
    return ledger;
  }

  /** Makes some at once, and approves them; all but the last are merged. */
  async work(count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const [title, isLast] = [`Proposed ${at + 1}`, at === count - 1];
        const number = await this.#propose(title);
        // One is approved and merged by an operator, too.
        const approvals = [this.#approve(number), ...(at === 0 ? [this.#operate('approve', number)] : [])];
        await Promise.all(approvals);
        const merge = () => this.#until('POST', this.#door(number, '/merge'), { body: {} });
        if (!isLast) await Promise.all([merge(), at === 0 ? this.#operate('merge', number) : merge()]);
        const approved = at === 0 ? ['operator', 'person'] : ['person'];
        const comments = [`About ${title}`];
        this.#told.push({ number, title, state: isLast ? 'approved' : 'merged', approved, comments });
      }),
    );
  }

  /** Resolves when what was scheduled is live, or has not become so in time. */
  async settle(): Promise<void> {
    const endMs = performance.now() + mostMs;
    const isLive = async ({ number }: Proposed): Promise<boolean> =>
      (await this.#until('GET', this.#api(`/proposals/${number}`))).body.state === 'merged';
    for (const one of this.#told.filter(({ state }) => state === 'merged')) {
      while (performance.now() < endMs && !(await isLive(one))) await sleep(500);
    }
  }

  /** Asks every node. @param folder for a clone @returns every violation, as a sentence */
  async judge(folder: string): Promise<string[]> {
    const found = await this.#inClone(join(folder, 'clone.git'));
    for (let at = 0; at < this.nodes.count; at += 1) {
      const get = async (path: string) => (await this.#until('GET', this.#api(path), {}, at)).body;
      const listed: readonly { number: number }[] = await get('/proposals');
      const shown: Proposed[] = [];
      for (const { number } of listed) {
        const { title, state, reviews }: { title: string; state: string; reviews: { by: { kind: string } }[] } =
          await get(`/proposals/${number}`);
        const comments: readonly { text: string }[] = await get(`/proposals/${number}/comments`);
        const approved = reviews.map(({ by }) => by.kind).sort();
        shown.push({ number, title, state, approved, comments: comments.map(({ text }) => text) });
      }
      const pages: readonly { title: string }[] = await get('/pages');
      const merges = pages.flatMap(({ title }) => this.#told.flatMap((one) => (one.title === title ? one.number : [])));
      found.push(...judgeProposals(this.#told, shown, merges).map((one) => `node ${at}: ${one}`));
    }
    return found;
  }

  /** @param gitdir repository of the brand, anywhere */
  judgeHistory(gitdir: string): string[] {
    return judgeProposals(this.#told, this.#told, mergesIn(gitdir)).map((one) => `${gitdir}: ${one}`);
  }

  async #inClone(gitdir: string): Promise<string[]> {
    const { brand, key } = this.nodes;
    const url = new URL(`/git/${brand}.git`, this.nodes.url(0));
    [url.username, url.password] = ['key', key];
    const { code, stderr } = await runGit('/', ['clone', '--quiet', '--mirror', url.href, gitdir]);
    if (code !== 0) return [`a clone failed: ${stderr}`];
    const objects = git(gitdir, ['cat-file', '--batch-all-objects', '--batch', '--buffer', '--unordered']);
    const hidden = this.#told.filter(({ title, state }) => state !== 'merged' && objects.includes(title));
    return [...this.judgeHistory(gitdir), ...hidden.map(({ title }) => `a clone has "${title}"`)];
  }

  #api(path: string): string {
    return `/api/v1${path}`;
  }

  #door(number: number, path: string): string {
    return `/brands/${this.nodes.brand}/-/workspace/api/proposals/${number}${path}`;
  }

  /** @returns the number of one that is in review, with a new page and a comment */
  async #propose(title: string): Promise<number> {
    const made = await this.#until('POST', this.#api('/pages?proposal=new'), {
      body: { title },
      once: `make ${title}`,
    });
    const number = Number(made.headers.get('proposal'));
    const at = this.#api(`/proposals/${number}`);
    await this.#until('PATCH', at, { body: { title }, once: `name ${title}` });
    await this.#until('POST', `${at}/submit`, { once: `submit ${title}` });
    await this.#until('POST', `${at}/comments`, { body: { text: `About ${title}` }, once: `comment on ${title}` });
    return number;
  }

  async #approve(number: number): Promise<void> {
    const { result } = (await this.#until('GET', this.#door(number, ''))).body;
    await this.#until('POST', this.#door(number, '/approve'), { body: { result } });
  }

  async #operate(verb: 'approve' | 'merge', number: number): Promise<void> {
    const endMs = performance.now() + mostMs;
    for (;;) {
      try {
        await this.nodes.operator(['proposal', verb, this.nodes.brand, String(number)]);
        return;
      } catch (error) {
        if (performance.now() > endMs) throw error;
      }
    }
  }

  async #schedule(title: string): Promise<void> {
    const number = await this.#propose(title);
    await this.#approve(number);
    const page = `/brands/${this.nodes.brand}/-/workspace/proposals/${number}`;
    const { text } = await this.#until('GET', page);
    const version = /name="version" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const at = `${new Date(Date.now() + 75_000).toISOString().slice(0, 19)}Z`;
    const form = { as: this.#person, action: 'schedule', zone: 'UTC', at, version };
    await this.#until('POST', page, { form });
    this.#told.push({ number, title, state: 'merged', approved: ['person'], comments: [`About ${title}`] });
  }

  /** Asks one node after another, or the one that is named, until one answers well. */
  async #until(method: string, path: string, said: Said = {}, node?: number) {
    const endMs = performance.now() + mostMs;
    for (let at = Math.floor(Math.random() * this.nodes.count); ; at += 1) {
      const url = this.nodes.url(node ?? at % this.nodes.count);
      const answer = url === undefined ? null : await this.#send(method, url + path, said).catch(String);
      if (answer !== null && typeof answer === 'object' && answer.status < 400) return answer;
      const isWrong = answer !== null && typeof answer === 'object' && answer.status === 400;
      if (isWrong || performance.now() > endMs) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      await sleep(50);
    }
  }

  async #send(method: string, url: string, { body, form, once }: Said) {
    const response = await fetch(url, {
      ...{ method, redirect: 'manual', signal: AbortSignal.timeout(30_000) },
      headers: {
        ...{ Authorization: `Bearer ${this.nodes.key}`, Cookie: this.#cookie, Person: this.#person },
        ...{ 'Sec-Fetch-Site': 'same-origin' },
        ...(body && { 'Content-Type': 'application/json' }),
        ...(once && { 'Idempotency-Key': once.replaceAll(' ', '-') }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  }
}
