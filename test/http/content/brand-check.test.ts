import { createRequire } from 'node:module';
import { TextlintKernel } from '@textlint/kernel';
import textPlugin from '@textlint/textlint-plugin-text';
import { describe, expect, it } from 'vitest';
import { toPrh } from '../../../src/cli/language-rule-exports.js';
import { checkTexts } from '../../../src/content/brand-check/check.js';
import { rulesOf } from '../../../src/content/brand-check/rules.js';
import type { TextFormat } from '../../../src/content/brand-check/visible.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

/** Without types. */
const { default: prhRule } = createRequire(import.meta.url)('textlint-rule-prh');

const none = { terminology: {}, company_name: {}, notation: {} };
const plainly = (text: string, format: TextFormat = 'plain') => [{ block: null, field: null, text, format }];
const ofTerms = (...instead_of: string[]) => ({
  ...none,
  terminology: { preferred: [{ term: 'right', instead_of, note: 'Because.' }] },
});

function found(
  sections: Parameters<typeof checkTexts>[0]['sections'],
  text: string,
  format: TextFormat = 'plain',
): string[] {
  const broken = checkTexts({ sections, texts: plainly(text, format), language: 'en' });
  for (const { offset, length, found } of broken) expect(text.slice(offset, offset + length)).toBe(found);
  return broken.map(({ found }) => found);
}

const findingsOf = async (body: unknown, query = '') => (await client.post(`/brand/check${query}`, body)).body.findings;

describe('a text is compared with', () => {
  it('terms, names and notation: what to say, why, and the commit of the rules', async () => {
    const text = 'Just ask the conductors of NorthLight 🚆 about NL0401; Nordlicht Mobility AG is gone.';
    const { body } = await client.post('/brand/check', { text });
    expect(body.complete).toBe(true);
    const commit = portal.head('northlight');
    const ofRule = { rule_field: 'preferred.1.instead_of.0', block: null, field: null };
    const never = { section: 'company_name', rule_text: 'NorthLight', why: null };
    expect(body.findings).toMatchObject([
      { found: 'Just', rule: 'forbidden', say: null, why: expect.stringMatching(/feel slow/) },
      { found: 'conductors', rule: 'preferred', say: 'night host', ...ofRule },
      { found: 'NorthLight', rule: 'never', say: 'Northlight', ...never },
      { found: 'NL0401', rule: 'examples', say: 'NL 401' },
      { found: 'Nordlicht Mobility AG', rule: 'former_names', say: 'Northlight' },
    ]);
    for (const finding of body.findings) {
      expect(finding.commit).toBe(commit);
      expect(text.slice(finding.offset, finding.offset + finding.length)).toBe(finding.found);
    }
  });

  it.each([
    ['car', 'cars Cars CAR car’s', ['cars', 'Cars', 'CAR', 'car’s']],
    ['car', 'card scar carpet care cared caring car2go', []],
    ['plan', 'plane planes plant', []],
    ['amend', 'amends amended amending', ['amends', 'amended', 'amending']],
    ['company', 'companies company’s', ['companies', 'company’s']],
    [
      'change reservation',
      'changing reservations, change\nreservation, change\n\nreservation',
      ['changing reservations', 'change\nreservation'],
    ],
    ['Schaffner', 'des Schaffners, den Schaffnern, Oberschaffner, Schaffnerei', ['Schaffners', 'Schaffnern']],
    ['Waggon', 'Waggons Waggone Waggonbau', ['Waggons', 'Waggone']],
    ['eco-friendly', 'Eco-friendly, eco friendly, neco-friendly', ['Eco-friendly']],
    ['Café', 'das Cafe\u0301, Cafés', ['Cafe\u0301', 'Cafés']],
    ['Schaffner', 'Schaff\u00adner', ['Schaff\u00adner']],
    ['卧铺', '这是卧铺车厢。卧铺', ['卧铺', '卧铺']],
    ['ตู้นอน', 'ฉันชอบตู้นอนมาก', ['ตู้นอน']],
    ['🚂 train', 'a 🚂 train 👩‍👩‍👧', ['🚂 train']],
    ['a.*b', 'a.*b axxb', ['a.*b']],
  ])('a term in its forms, and not in a longer word: %s', (term, text, expected) => {
    expect(found(ofTerms(term), text)).toEqual(expected);
  });

  it('a name with its case, and not where it stands in a right name', () => {
    const company_name = {
      legal: 'Acme Works SE',
      short: 'Acme',
      never: ['ACME (in capitals)', 'Works', 'The Acme'],
      former_names: ['Old Acme', { name: 'Emca', from: 1 }, 7, {}, null],
    };
    const text = 'ACME, Acme, acme, ACMEs, Acme Works SE, Works, works, The Acme, old acme, EMCA';
    const wrong = ['ACME', 'ACMEs', 'Works', 'The Acme', 'old acme', 'EMCA'];
    expect(found({ ...none, company_name }, text)).toEqual(wrong);
    const [first] = checkTexts({ sections: { ...none, company_name }, texts: plainly(text), language: 'en' });
    expect(first?.rule).toMatchObject({ text: 'ACME', reason: 'in capitals', suggestion: 'Acme' });
  });

  it('notation character by character', () => {
    const examples = [
      { wrong: '70x50', right: '70 × 50 cm' },
      { wrong: 'p.P.', right: 'pro Person' },
      { wrong: 'ca', right: 'circa' },
    ];
    const text = '70x50cm 170x50 70x500 70X50 3p.P. p.p. ca. Musical ca';
    expect(found({ ...none, notation: { examples } }, text)).toEqual(['70x50', 'p.P.', 'ca', 'ca']);
  });
});

describe('markup', () => {
  it.each<[TextFormat, string, string[]]>([
    [
      'html',
      '<p class="car">A <b>car</b>s, <i>c</i>ar &amp; car<br>pet</p><p>sleeping</p>car',
      ['car</b>s', 'c</i>ar', 'car', 'car'],
    ],
    ['html', '<!-- car --><script>car</script>&#99;ar <style>car', ['&#99;ar']],
    ['html', '<td>sleeping</td><td>wagon</td> sleeping&nbsp;wagon https://x.example/car', ['sleeping&nbsp;wagon']],
    ['plain', 'a <b>car</b> car.', ['car', 'car']],
    [
      'markdown',
      '# Car\n\nA **car**s [car](car.html "car") `car`\n\n```\ncar\n```\ncar | c\\ar',
      ['Car', 'car**s', 'car', 'car'],
    ],
    ['markdown', 'sleeping [wagon](/x) _car_ snake_car <b>car</b>', ['sleeping [wagon', 'car', 'car']],
  ])('%s is read as readers see it', (format, text, expected) => {
    expect(found(ofTerms('car', 'sleeping wagon'), text, format)).toEqual(expected);
  });

  it('a page is checked block by block, at any level', async () => {
    const blocks = [
      { type: 'heading', data: { text: 'The conductor', level: 2 } },
      {
        type: 'group',
        data: { title: 'x', blocks: [{ type: 'table', data: { header: ['y'], rows: [['a', '<b>car</b>']] } }] },
      },
      { type: 'button', data: { label: 'SEV', url: 'https://example.com/', style: 'car' } },
    ];
    const page = await client.page({ title: 'Our sleepers', blocks });
    const before = portal.head('northlight');
    const [heading, group, button] = page.blocks;
    expect(await findingsOf({ page: page.id })).toMatchObject([
      { block: null, field: 'title', found: 'sleepers', offset: 4 },
      { block: heading.id, field: 'text', found: 'conductor', offset: 4 },
      { block: group.data.blocks[0].id, field: 'rows.0.1', found: 'car', offset: 3 },
      { block: button.id, field: 'label', found: 'SEV' },
    ]);
    const { body: stored } = await client.get('/brand/cl/terminology');
    await client.patch('/brand/cl/terminology', { forbidden: [{ term: 'our' }] });
    expect(await findingsOf({ page: page.id })).toMatchObject([{ field: 'title', found: 'Our' }]);
    expect(await findingsOf({ page: page.id }, `?at=${before}`)).toHaveLength(4);
    await client.patch('/brand/cl/terminology', stored);
    expect((await client.refused(422, 'POST', '/brand/check', { body: { page: 9999 } })).body.errors).toHaveProperty(
      'page',
    );
  });
});

it.each([{}, { text: 'a', page: 1 }, { text: 7 }, { text: 'a', format: 'rtf' }, { page: 'one' }])(
  '%j is refused',
  async (body) => {
    await client.refused(422, 'POST', '/brand/check', { body });
  },
);

describe('hostile input', () => {
  /** The time must not grow with the square of one run either. */
  const runs = [`<${'a'.repeat(300_000)}`, `a${'\u2060'.repeat(300_000)}b`, `a${'<b>'.repeat(100_000)}b`];
  it.each(['plain', 'html', 'markdown'] as const)(
    'one long run is read in time that grows with its length, as %s',
    (format) => {
      for (const text of runs) expect(found(ofTerms('carriage'), text, format)).toEqual([]);
    },
  );

  it('rules of any shape are read as far as they make sense', () => {
    const terms = [null, 7, {}, [], '', ' ', { term: 7 }, { instead_of: 'x' }, { wrong: '' }];
    const odd = [...terms, { instead_of: [null, '', ' ', '…'] }];
    const sections = {
      terminology: { preferred: odd, forbidden: odd },
      company_name: { never: ['(', '()', '(only a reason)', 'a ('], former_names: odd, short: 7 },
      notation: { examples: odd },
    };
    expect(() => found(sections, 'a ( b … (only a reason) ()')).not.toThrow();
    expect(found({ ...none, terminology: { preferred: {} } } as never, 'a')).toEqual([]);
  });
});

it('textlint with prh agrees on all wrong and right texts of the example brand', async () => {
  const { terminology, company_name, notation } = (await client.get('/brand/cl')).body;
  const sections = { terminology, company_name, notation };
  const rules = rulesOf(sections);
  const wrong = rules.wrong.map(({ text }) => text);
  expect([wrong.length > 30, rules.right.length > 10]).toEqual([true, true]);
  const kernel = new TextlintKernel();
  const options = { ruleContents: [toPrh(rules)] };
  const judge = async (text: string): Promise<number> => {
    const { messages } = await kernel.lintText(text, {
      ext: '.txt',
      plugins: [{ pluginId: 'text', plugin: textPlugin as never }],
      rules: [{ ruleId: 'prh', rule: prhRule, options }],
    });
    return messages.length;
  };
  for (const text of wrong)
    expect([text, (await judge(text)) > 0, found(sections, text).length > 0]).toEqual([text, true, true]);
  for (const text of rules.right) expect([text, await judge(text), found(sections, text)]).toEqual([text, 0, []]);
  for (const text of ['The conductors', 'adjust', 'NORDLICHT'])
    expect([text, (await judge(text)) > 0]).toEqual([text, found(sections, text).length > 0]);
});
