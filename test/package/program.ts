import { onTestFinished } from 'vitest';
import { ServerProcess } from '../support/child-server.js';

/** Starts a server, and waits for the address that it prints. It ends with the test. */
export async function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const server = new ServerProcess([process.execPath, program, ...args], { env });
  onTestFinished(async () => void (await server.end('SIGTERM')));
  const printed = (): string => server.stdout + server.stderr;
  await server.until(() => /docs\/connect\S*#key=\S+\n|^Brand Portal .* serves .*\n/m.test(printed()));
  return printed();
}
