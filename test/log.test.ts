import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideApiKeys, holdsApiKey } from '../src/lib/redaction.js';
import { createLog, logLevels } from '../src/log.js';
import { newSecret } from '../src/registry/secrets.js';
import { percentEncoded } from './support/canary.js';
import { ensureBuilt } from './support/command.js';

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog('debug', { write: (line: string) => void lines.push(line) }));
  return lines;
}

describe('a log line', () => {
  it('of an error has its causes and its code, and nothing that a library hung on it', () => {
    const cause = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const headers = { authorization: 'Basic secret', cookie: 'session=secret' };
    const error = Object.assign(new Error('not stored', { cause }), { code: 'EIO', headers, request: { headers } });
    const [line = ''] = logged((log) => log.error({ err: error }, 'failed'));
    expect(JSON.parse(line).err).toEqual({
      type: 'Error',
      message: 'not stored: no space',
      code: 'EIO',
      stack: expect.stringContaining('caused by: Error: no space'),
    });
    expect(line).not.toContain('secret');
  });

  it.each(logLevels.filter((level) => level !== 'silent'))('is one line at level %s, whatever it tells', (level) => {
    const error = new Error('a\nb\u2028c');
    const lines = logged((log) => log[level]({ url: '/a\r\nb', err: error }, 'two\nlines'));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: '/a\r\nb', msg: 'two\nlines' });
  });
});

/** Runs a script with the built program's log, `log`, in a process of its own. */
async function runWithLog(script: string): Promise<ChildProcessByStdio<null, Readable, Readable>> {
  await ensureBuilt();
  const log = JSON.stringify(new URL('../dist/modules/log.js', import.meta.url));
  const whole = `import { createLog } from ${log}; const log = createLog('info');${script}`;
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return spawn(process.execPath, ['--input-type=module', '--eval', whole], { stdio, timeout: 600_000 });
}

it('a flushed log holds the last line, also when an earlier one was being written', async () => {
  const child = await runWithLog(`
      log.info('-'.repeat(200_000));
      setImmediate(() => {
        log.error('the last line');
        log.flush(() => process.kill(process.pid, 'SIGKILL'));
      });`);
  expect(await text(child.stderr)).toContain('the last line');
});

it('a log that nobody takes fills no more memory than it may, and tells what is lost', async () => {
  const child = await runWithLog(`
      for (let n = 0; n < 2400; n += 1) {
        log.info({ text: '-'.repeat(10_000) });
        if (n % 100 === 0) await new Promise(setImmediate);
      }
      process.stdout.write('written');`);
  await once(child.stdout, 'data');
  const lines = (await text(child.stderr)).trim().split('\n');
  const { lost, msg } = JSON.parse(lines.at(-1) ?? '');
  expect([lines.length - 1 + lost, msg]).toEqual([2400, 'the log was not read: lines are lost']);
  expect(lines.join('').length).toBeLessThan(17 * 1024 * 1024);
  expect(lines.join('').length).toBeGreaterThan(15 * 1024 * 1024);
});

describe('what looks like a key', () => {
  const encodings: Record<string, (text: string) => string> = {
    plain: (text) => text,
    'in lower case': (text) => text.toLowerCase(),
    'percent-encoded': percentEncoded,
    'with its underscore encoded': encodeURIComponent,
    'cut short': (text) => text.slice(0, 20),
    'in base64': (text) => Buffer.from(text).toString('base64'),
    'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  };

  it.each(Object.keys(encodings))('is hidden %s, whatever stands around it', (name) => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), (before) => {
        const key = newSecret();
        const around = name.includes('base64') ? `${before}:` : '';
        const text = `GET /${before} ${encodings[name]?.(around + key)}`;
        expect(holdsApiKey(text)).toBe(true);
        expect(hideApiKeys(text)).toContain('bp_…');
        expect(hideApiKeys(text).toLowerCase()).not.toContain(key.slice(3, 15).toLowerCase());
        expect(hideApiKeys(text).length).toBeLessThan(text.length - 12);
      }),
    );
  });

  it.each([
    '{"requestId":"3f0c6b1e-6a5e-4a43-9e6b-1f6a3b2c9d10","url":"/api/v1/pages/25?expand=full","key":"7h2k9d3m1x"}',
    'objects/pack/pack-0123456789abcdef0123456789abcdef01234567.idx',
    'bp_guide',
  ])('is not %s', (text) => {
    expect(hideApiKeys(text)).toBe(text);
  });
});
