import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../src/config.js';
import { TestPortal } from '../support/portal.js';
import { connectionLimits } from './connections.js';
import { contentLimits } from './content.js';
import { type Reach, rowsOf } from './rows.js';
import { trafficLimits } from './traffic.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const limits = rowsOf(read('src/http/README.md'), '## Limits');
const settings = rowsOf(read('src/cli/README.md'), '## Configuration');

let portal: TestPortal;

beforeAll(async () => {
  portal = await TestPortal.start({ limits: { pages: 20, contextEntries: 2 } });
  await portal.service.provisioning.createEmpty('acme', 'Acme', ['corporate_language', 'brand_agent']);
});
afterAll(() => portal.close());

const reach: Readonly<Record<string, Reach>> = {
  ...contentLimits(async () => ({ portal, client: await portal.client('acme') })),
  ...trafficLimits,
  ...connectionLimits,
};

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
    const keyed = limits.filter(([, , key]) => key !== '');
    expect(keyed.length).toBeGreaterThan(10);
    for (const [what, limit, key = ''] of keyed) {
      const name = key.slice(1, -1) as keyof typeof defaultConfig;
      const value = Number(defaultConfig[name]);
      const [, number = '', unit = ''] = /^([\d,]+) ?([A-Z]iB)?/.exec(limit as string) ?? [];
      const factor = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024 }[unit] ?? 1;
      expect([what, Number(number.replaceAll(',', '')) * factor]).toEqual([what, value]);
    }
  });
});

describe('the table of the configuration', () => {
  it('has every key, once, with its default', () => {
    const told = Object.fromEntries(settings.map(([key = '', value = '']) => [key.slice(1, -1), value]));
    expect(settings).toHaveLength(Object.keys(defaultConfig).length);
    const expected = Object.entries(defaultConfig).map(([key, value]) => {
      return [key, typeof value === 'object' ? 'none' : `\`${value}\``];
    });
    expect(told).toEqual(Object.fromEntries(expected));
  });
});
