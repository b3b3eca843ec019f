import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portal as command } from '../../support/cli.js';
import { runs } from '../../support/effort.js';
import { TestPortal } from '../../support/portal.js';

type Client = Awaited<ReturnType<TestPortal['client']>>;

/** Command lines behind `brand-portal`, but for `--data`; some are refused, as those of people are. */
const commands = (pick: number): Record<string, string[]> => {
  const [some, other] = [String((pick % 9) + 1), String((pick % 4) + 1)];
  return {
    modules: [
      'brand',
      'modules',
      '$',
      ['none', 'brand_agent', 'corporate_language', 'corporate_language,brand_agent'][pick % 4] ?? '',
    ],
    rename: ['brand', 'rename', '$', `northlight-${pick % 3}`],
    name: ['brand', 'set', '$', '--name', `Name ${pick % 3}`],
    color: ['color', 'set', '$', other, '--hex', `#0000${10 + (pick % 3)}`],
    'color removed': ['color', 'remove', '$', other, '--force'],
    font: ['font', 'set', '$', 'body', '--family', `Family ${pick % 3}`],
    theme: ['theme', 'set', '$', '--primary', `#00${10 + (pick % 3)}00`],
    'page made': ['page', 'create', '$', '--title', `Page ${pick}`],
    order: ['page', 'order', '$', some, '--after', other],
    top: ['page', 'move', '$', some, '--top'],
    slug: ['page', 'slug', '$', some, `slug-${pick % 3}`],
    visibility: ['page', 'visibility', '$', some, ['public', 'internal', 'hidden'][pick % 3] ?? ''],
    restore: ['trash', 'restore', '$', some],
    withdraw: ['media', 'withdraw', '$', `10${other}`],
    release: ['media', 'release', '$', `10${other}`],
    medium: ['media', 'set', '$', `10${other}`, '--title', `Medium ${pick % 3}`],
    category: ['category', 'set', '$', 'company', '--label', `Label ${pick % 3}`],
    'new category': ['category', 'set', '$', `key-${pick % 3}`, '--label', 'New'],
    status: ['language', 'status', '$', pick % 2 === 0 ? 'draft' : 'published'],
    reset: ['reset', '$', '--to', `HEAD~${(pick % 3) + 1}`, '--yes', '--force'],
  };
};

const listed = [
  '/brand',
  '/brand/colors',
  '/brand/colors?expand=full',
  '/brand/colors/1',
  '/brand/cl',
  '/brand/cl/voice',
  '/brand/context',
  '/pages',
  '/pages?include=blocks',
  '/pages/1',
  '/pages/2',
  '/media',
  '/changes',
  '/search?q=logo',
];

it('two answers with one tag and one address are equal, and one that is immutable stays, whatever the command line does', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(commands(0)), 'modules', 'rename', 'delete'), fc.nat(60));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 9 }), async (steps) => {
      const portal = await TestPortal.start({ real: true });
      try {
        const client = await portal.importExample('northlight');
        const seen = new Map<string, string>();
        const lasting = new Map<string, string>();
        let slug = 'northlight';
        const first = portal.head(slug);
        const addresses = [...listed, ...listed.map((one) => `${one}${one.includes('?') ? '&' : '?'}at=${first}`)]
          .filter((one) => !/changes.*at=|search.*at=/.test(one))
          .concat(`/changes?since=${first}`);
        await look(client, addresses, seen, lasting, []);
        for (const [at, [name, pick]] of steps.entries()) {
          if (name === 'delete') await client.delete(`/pages/${(pick % 9) + 1}`);
          else {
            const args = (commands(pick)[name] ?? []).map((one) => (one === '$' ? slug : one));
            const { code } = await command([...args, '--data', portal.data]);
            if (name === 'rename' && code === 0) slug = args.at(-1) ?? slug;
          }
          await look(client, addresses, seen, lasting, steps.slice(0, at + 1));
        }
      } finally {
        await portal.close();
      }
    }),
    { ...runs(8, 1), endOnFailure: true },
  );
});

/** Each answer as a client sees it that has nothing kept, compared with all before that had its tag. */
async function look(
  client: Client,
  addresses: string[],
  seen: Map<string, string>,
  lasting: Map<string, string>,
  steps: unknown,
) {
  const replies = await Promise.all(addresses.map((address) => client.get(address)));
  for (const [at, { status, headers, text }] of replies.entries()) {
    const address = addresses[at] as string;
    if (status !== 200) continue;
    const kept = lasting.get(address);
    expect({ steps, address, text }).toEqual({ steps, address, text: kept ?? text });
    if (headers.get('cache-control')?.includes('immutable')) lasting.set(address, text);
    const tag = `${address} ${headers.get('etag')}`;
    expect({ steps, tag, text }).toEqual({ steps, tag, text: seen.get(tag) ?? text });
    seen.set(tag, text);
  }
}
