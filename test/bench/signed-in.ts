import { type Answer, Requests } from './load.js';
import { portal } from './processes.js';

/** An operator in the backend, on a connection that stays open. */
export class SignedIn {
  readonly #requests: Requests;

  private constructor(
    url: string,
    /** Of the session, as a browser sends it. */
    readonly cookie: string,
  ) {
    this.#requests = new Requests(`${url}/-/workspace`, { cookie });
  }

  static async at(url: string, data: string): Promise<SignedIn> {
    await portal('person', 'add', '--name', 'Bench', '--operator', '--data', data);
    const { link } = JSON.parse(await portal('sign-in', 'Bench', '--json', '--data', data)) as { link: string };
    const body = new URLSearchParams({ link: link.slice(link.indexOf('#') + 1) });
    const init = { method: 'POST', body, headers: { origin: url }, redirect: 'manual' } as const;
    const { headers } = await fetch(`${url}/-/workspace/sign-in`, init);
    return new SignedIn(url, headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  /** @param path below `/-/workspace` @throws for any status but 200 and 304 */
  async get(
    path: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Omit<Answer, 'body'> & { body: string }> {
    const answer = await this.#requests.ask('GET', path, { more });
    const body = answer.body.toString();
    if (answer.status === 200 || answer.status === 304) return { ...answer, body };
    throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`);
  }

  close(): void {
    this.#requests.close();
  }
}
