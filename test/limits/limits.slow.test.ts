import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../src/config.js';
import { portalForAll } from '../support/portal-fixture.js';
import { connectionLimits } from './connections.js';
import { contentLimits } from './content.js';
import { keyOf, type Reach, rowsOf } from './rows.js';
import { trafficLimits } from './traffic.js';

const readme = new URL('../../src/http/README.md', import.meta.url);
const limits = rowsOf(readFileSync(readme, 'utf8'), '## Limits');

portalForAll({ limits: { pages: 20, contextEntries: 2 }, modules: ['corporate_language', 'brand_agent'] });

const reach: Readonly<Record<string, Reach>> = { ...contentLimits, ...trafficLimits, ...connectionLimits };

describe('the table of limits', () => {
  it.each(limits.map(([what]) => what as string))('%s', async (what) => {
    const test = reach[what];
    if (test === undefined) throw new Error(`Nothing reaches this limit: ${what}`);
    await test();
  });

  it('has a row for everything that is reached', () => {
    expect(Object.keys(reach).sort()).toEqual(limits.map(([what]) => what).sort());
  });

  it('names keys that there are, with their default', () => {
    const keyed = limits.filter(([, limit]) => keyOf(limit) !== undefined);
    expect(keyed.length).toBeGreaterThan(10);
    for (const [what, limit = ''] of keyed) {
      const value = Number(defaultConfig[keyOf(limit) as keyof typeof defaultConfig]);
      const [, number = '', unit = ''] = /^([\d,]+) ?([A-Z]iB)?/.exec(limit) ?? [];
      const factor = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024 }[unit] ?? 1;
      expect([what, Number(number.replaceAll(',', '')) * factor]).toEqual([what, value]);
    }
  });
});
