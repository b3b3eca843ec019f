import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { portal } from './processes.js';

export interface View {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
}

/** An operator in the backend, on a connection that stays open; timed from the call to the last byte. */
export class SignedIn {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(
    private readonly url: string,
    /** Of the session, as a browser sends it. */
    readonly cookie: string,
  ) {}

  static async at(url: string, data: string): Promise<SignedIn> {
    await portal('person', 'add', '--name', 'Bench', '--operator', '--data', data);
    const { link } = JSON.parse(await portal('sign-in', 'Bench', '--json', '--data', data)) as { link: string };
    const form = new URLSearchParams({ link: link.slice(link.indexOf('#') + 1) });
    const headers = { origin: url };
    const { headers: got } = await fetch(`${url}/backend/sign-in`, {
      method: 'POST',
      body: form,
      headers,
      redirect: 'manual',
    });
    return new SignedIn(url, got.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  /** @param path below `/backend` @throws for any status but 200 and 304 */
  get(path: string, more: Readonly<Record<string, string>> = {}): Promise<View> {
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, headers: { cookie: this.cookie, ...more } };
      const sending = request(`${this.url}/backend${path}`, options, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          if (status === 200 || status === 304) resolve({ status, headers, body, ms: performance.now() - start });
          else reject(new Error(`${path}: ${status} ${body.slice(0, 300)}`));
        });
      });
      sending.on('error', reject);
      sending.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
