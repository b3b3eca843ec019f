import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** Starts a server, and waits for the address that it prints. It ends with the test. */
export async function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`It ended: ${printed}`)));
  const ready = new Promise<string>((resolve) => {
    const read = (text: Buffer): void => {
      printed += text;
      if (/docs\/connect#key=\S+\n|^Brand Portal serves .*\n/m.test(printed)) resolve(printed);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  onTestFinished(async () => {
    child.kill();
    await ended.catch(() => {});
  });
  return Promise.race([ready, ended]);
}
