import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/effort.js';
import { clone, git } from '../support/git.js';
import { portal, portalForAll } from '../support/portal-fixture.js';

const day = 86_400;
let brands = 0;

portalForAll({ real: true });

const seconds = fc.oneof(
  fc.constantFrom(0, -1, 1, -day, day, -2 * day, 2 * day, -400 * day, 400 * day, -20_000 * day, 20_000 * day),
  fc.integer({ min: -3 * day, max: 3 * day }),
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), isKeyed: fc.boolean() }),
  fc.record({ kind: fc.constant('push' as const), date: seconds, count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('merge' as const), date: seconds, back: fc.nat(6) }),
  fc.record({ kind: fc.constant('clock' as const), by: fc.integer({ min: -40 * day, max: 40 * day }) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

test('no date in the history and no clock that jumps makes a write unknown within a day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const slug = `brand-${++brands}`;
      await portal.service.provisioning.createEmpty(slug, 'New', []);
      const client = await portal.client(slug);
      const gitdir = portal.gitdir(slug);
      const now = (): number => Math.floor(portal.clock.read().getTime() / 1000);
      const start = now();
      // Of a write the newest time that it or what it was built on has: for a day after it, the write is known.
      const made: { readonly key: string; readonly text: string; readonly newest: number }[] = [];
      const send = (key: string) => client.post('/pages', { title: key }, { headers: { 'Idempotency-Key': key } });
      const newestTime = (): number =>
        Math.max(...git(gitdir, ['log', '--format=%ct', 'main']).trim().split('\n').map(Number));
      const checkAll = async (): Promise<void> => {
        for (const { key, text, newest } of made) {
          if (now() > newest + day) continue;
          const again = await send(key);
          expect({ key, replayed: again.headers.get('idempotency-replayed'), text: again.text }).toEqual({
            key,
            replayed: 'true',
            text,
          });
        }
      };
      for (const [at, one] of steps.entries()) {
        if (one.kind === 'clock') portal.clock.advance({ seconds: one.by });
        else if (one.kind === 'restart') await portal.service.brands.closeIdle(0);
        else if (one.kind === 'write') {
          const reply = one.isKeyed ? await send(`k${at}`) : await client.post('/pages', { title: 'Other' });
          expect(reply.status).toBe(201);
          if (one.isKeyed) made.push({ key: `k${at}`, text: reply.text, newest: newestTime() });
        } else {
          const work = clone(gitdir);
          const dated = (...args: string[]): string =>
            git(work, ['-c', `core.hooksPath=/dev/null`, ...args], '', {
              GIT_COMMITTER_DATE: `@${Math.max(0, now() + one.date)} +0000`,
            });
          if (one.kind === 'push') {
            for (let count = 0; count < one.count; count += 1)
              dated('commit', '--quiet', '--allow-empty', '-m', 'By hand');
          } else {
            const from =
              git(work, ['rev-list', 'HEAD'])
                .trim()
                .split('\n')
                .slice(0, one.back + 1)
                .at(-1) ?? 'HEAD';
            dated('checkout', '--quiet', '-b', 'side', from);
            dated('commit', '--quiet', '--allow-empty', '-m', 'Side');
            dated('checkout', '--quiet', 'main');
            dated('merge', '--quiet', '--no-edit', '--no-ff', 'side');
          }
          git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
        }
        await checkAll();
      }
      portal.clock.advance({ seconds: start - now() });
    }),
    runs(12),
  );
});
