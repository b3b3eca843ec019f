import { expect, test } from 'vitest';
import { adobeSwatches } from '../../src/content/adobe-swatches.js';
import type { BrandColor } from '../../src/content/brand.js';
import { folderOf, importing } from './importing.js';

/** Blocks of an Adobe swatch exchange, by the description that its readers share: big endian, names in UTF-16. */
function swatches(...colors: readonly (readonly [name: string, model: string, ...values: number[]])[]): Buffer {
  const blocks = colors.map(([name, model, ...values]) => {
    const body = Buffer.alloc(2 + 2 * (name.length + 1) + 4 + 4 * values.length + 2);
    body.writeUInt16BE(name.length + 1);
    Buffer.from(`${name}\0`, 'utf16le').swap16().copy(body, 2);
    body.write(model, 4 + 2 * name.length, 'latin1');
    for (const [at, value] of values.entries()) body.writeFloatBE(value, 8 + 2 * name.length + 4 * at);
    const head = Buffer.alloc(6);
    head.writeUInt16BE(1);
    head.writeUInt32BE(body.length, 2);
    return Buffer.concat([head, body]);
  });
  const head = Buffer.from('ASEF\0\x01\0\0\0\0\0\0');
  head.writeUInt32BE(colors.length, 8);
  return Buffer.concat([head, ...blocks]);
}

const color = (id: number, name: string, hex: string, cmyk: string | null = null): BrandColor => ({
  ...{ id, name, hex, cmyk, description: null, role: null, rgb: null, pantone: null, ral: null, shades: [] },
});

const w3c = {
  color: {
    $type: 'color',
    brand: {
      blue: { $value: '#0a3cff' },
      ink: { $value: { colorSpace: 'srgb', components: [0.0627, 0.0941, 0.1569], alpha: 0.5, hex: '#101828' } },
      link: { $value: '{color.brand.blue}' },
      loop: { $value: '{color.brand.loop}' },
    },
  },
  space: { small: { $type: 'dimension', $value: { value: 4, unit: 'px' } } },
  font: { body: { $type: 'fontFamily', $value: ['Inter', 'sans-serif'] } },
};

test('files of tokens and colours are palettes: colours that are there stay, sizes are a table', async () => {
  const { take, publish, pages, json } = await importing();
  await json('color', 'set', 'acme', '--name', 'Ours', '--hex', '#0a3cff');
  const folder = folderOf({
    'design/tokens.json': JSON.stringify(w3c),
    'design/old_tokens.json': JSON.stringify({
      colors: { red: { value: '#d00', type: 'color' }, pad: { value: '4px' } },
    }),
    'package.json': JSON.stringify({ name: 'x', version: '1' }),
    'broken.json': '{',
    'a/theme.css': ':root{--brand-red:rgb(220 0 0);--bs-blue:#00f;/* --old: #123456; */--radius:4px;--mine:var(--x)}',
    'b/theme.css': ':root{--brand-red:rgb(220 0 0);--bs-blue:#00f;/* --old: #123456; */--radius:4px;--mine:var(--x)}',
    'print.ase': adobeSwatches([color(1, 'Sea', '#336699', '80 / 50 / 0 / 10'), color(2, 'Sun', '#ffcc00')]),
    'other.ase': swatches(['Paper', 'LAB ', 1, 0, 0], ['Ash', 'Gray', 0.5], ['Ink', 'CMYK', 0, 0, 0, 1]),
    'broken.ase': 'ASEF\0\x01\0\0\0\0\0\x05\0\x01\0\0',
  });
  const found = await take(folder);
  expect(found.left).toEqual([
    { file: 'broken.ase', reason: 'It cannot be read as a file of colours.' },
    { file: 'broken.json', reason: 'No page shows it.' },
    { file: 'package.json', reason: 'No page shows it.' },
  ]);
  expect(found.colors.map(({ name, hex, cmyk }: BrandColor) => [name, hex, cmyk].join(' ').trim())).toEqual([
    ...['Paper #ffffff', 'Ash #808080', 'Ink #000000 0 / 0 / 0 / 100'],
    ...['Sea #336699 80 / 50 / 0 / 10', 'Sun #ffcc00', 'Red #dd0000'],
    ...['Brand blue #0a3cff', 'Brand ink #10182880', 'Brand red #dc0000'],
  ]);
  await publish(found.proposals);
  const palette: BrandColor[] = await json('color', 'list', 'acme');
  expect(palette).toHaveLength(9);
  expect(palette.find(({ hex }) => hex === '#0a3cff')?.name).toBe('Ours');
  const all = await pages();
  expect(all.map(({ title, type }) => `${type} ${title}`)).toEqual([
    ...['guideline Other', 'guideline Print', 'guideline Old tokens', 'guideline Tokens', 'guideline Colours'],
  ]);
  const tokens = all.find(({ slug }) => slug === 'tokens')?.blocks;
  const idOf = (hex: string) => palette.find((one) => one.hex === hex)?.id;
  expect(tokens?.map(({ type, data }) => [type, data])).toEqual([
    ['color_palette', { color_ids: [idOf('#0a3cff'), idOf('#10182880')] }],
    [
      'table',
      {
        header: [],
        rows: [
          ['Brand loop', '{color.brand.loop}'],
          ['Space small', '4px'],
          ['Font body', 'Inter, sans-serif'],
        ],
      },
    ],
  ]);
  const again = await take(folder);
  expect([again.proposals, again.pages]).toEqual([[], []]);
});

test('more colours than a page has room for are named, and what has no end, ends', async () => {
  const { take } = await importing();
  const deep = `${'{"a":'.repeat(3000)}{"$value":"#123456"}${'}'.repeat(3000)}`;
  const many = Object.fromEntries(Array.from({ length: 62 }, (_, at) => [`c${at}`, { $value: `#0000${at + 10}` }]));
  const found = await take(
    folderOf({
      'deep.json': deep,
      'many.json': JSON.stringify(many),
      'sheet.css': '/*'.repeat(100_000) + '--a:'.repeat(100_000),
      'long.ase': Buffer.concat([Buffer.from('ASEF\0\x01\0\0\0\0\0\x01'), Buffer.alloc(900_000)]),
    }),
    '--dry-run',
  );
  expect(found.pages.map(({ title }: { title: string }) => title)).toEqual(['Many']);
  expect(found.colors).toHaveLength(60);
  expect(found.pages[0].lost).toMatchObject([{ kind: 'colors', name: 'C60, C61' }]);
});
