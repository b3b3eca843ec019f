import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import { finished, type Tools } from './tools.js';

interface Judge {
  readonly url: string;
  stop(): Promise<void>;
}

/** A program that listens on a port which it is told. */
export async function listeningJudge(
  tools: Tools,
  program: string,
  args: (port: string) => readonly string[],
): Promise<Judge> {
  const port = await freePort();
  const child = tools.start(program, args(String(port)));
  const done = finished(child);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; (await fetch(url).catch(() => null)) === null; attempt += 1) {
    if (attempt === 600 || child.exitCode !== null) {
      child.kill();
      throw new Error(`${program} does not listen: ${(await done).stderr}`);
    }
    await sleep(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      await done;
    },
  };
}

/** Prism, which hands requests on and looks at the answers. Its paths are those of the description, without its prefix. */
export function startPrism(tools: Tools, name: string, description: unknown, upstream: string): Promise<Judge> {
  writeFileSync(tools.path(name), JSON.stringify(description));
  return listeningJudge(tools, '@stoplight/prism-cli/dist/index.js', (port) => [
    ...['proxy', name, `${upstream}/api/v1`, '--port', port],
    ...['--validate-request', 'false', '--cors', 'false', '--verboseLevel', 'error'],
  ]);
}

/** What Prism found about an answer that it let pass. */
export function violationsIn(headers: IncomingHttpHeaders | Headers): readonly unknown[] {
  const found = headers instanceof Headers ? headers.get('sl-violations') : headers['sl-violations'];
  const all: { location: string[] }[] = JSON.parse((found as string | null | undefined) ?? '[]');
  return all.filter(({ location }) => location[0] === 'response');
}
