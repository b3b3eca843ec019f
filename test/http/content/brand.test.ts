import { beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../../support/portal.js';
import { client as northlight, portal, portalForAll } from '../../support/portal-fixture.js';

let bakery: TestClient;
/** A brand that nobody has filled. */
let fresh: TestClient;

portalForAll({ example: 'northlight' });
beforeAll(async () => {
  bakery = await portal.importExample('little-bakery');
  await portal.service.provisioning.createEmpty('fresh', 'Fresh & New', []);
  fresh = await portal.client('fresh');
});

const crust = {
  id: 1,
  name: 'Crust',
  description: 'The colour of the country loaf when it is done. Logo, headings, price tags.',
  role: 'primary',
  hex: '#8A4B20',
  rgb: '138, 75, 32',
  cmyk: '30, 70, 95, 30',
  pantone: '7572 C',
  ral: 'RAL 8003',
  shades: [{ opacity: '40%', hex: '#D0B7A6' }],
};
const flour = {
  id: 2,
  name: 'Flour',
  description: 'Our paper, our bags, our walls.',
  role: 'background',
  hex: '#FBF6EC',
  rgb: '251, 246, 236',
  cmyk: '1, 3, 8, 0',
  pantone: null,
  ral: 'RAL 9001',
  shades: [],
};
const rye = {
  id: 3,
  name: 'Rye',
  description: 'For writing.',
  role: 'text',
  hex: '#3B2A1F',
  rgb: '59, 42, 31',
  cmyk: '50, 65, 70, 65',
  pantone: null,
  ral: null,
  shades: [],
};
const ovenDoor = {
  id: 4,
  name: 'Oven Door',
  description: "The enamel of the oven of 1958. For today's special and nothing else.",
  role: 'accent',
  hex: '#B3261E',
  rgb: '179, 38, 30',
  cmyk: '20, 96, 100, 12',
  pantone: '7620 C',
  ral: 'RAL 3020',
  shades: [],
};
const palette = [crust, flour, rye, ovenDoor];

it('GET /brand is the master data and the whole theme, and nothing else', async () => {
  const { status, body } = await bakery.get('/brand');
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    slug: 'little-bakery',
    name: 'Little Bakery Brandner',
    theme: {
      colors: { primary: '#8A4B20', accent: '#B3261E', background: '#FBF6EC', text: '#3B2A1F', link: '#8A4B20' },
      palette,
      font: "Georgia, 'Times New Roman', serif",
      fonts: [
        { role: 'headline', family: 'Georgia', base_weight: 700, faces: [{ weight: 700, style: 'normal' }] },
        {
          role: 'body',
          family: 'Georgia',
          base_weight: 400,
          faces: [
            { weight: 400, style: 'normal' },
            { weight: 400, style: 'italic' },
          ],
        },
      ],
    },
  });
});

it('what a brand leaves open is null or empty, never missing', async () => {
  const { theme } = (await northlight.get('/brand')).body;
  expect(theme.fonts[2]).toStrictEqual({
    role: 'timetable',
    family: 'Takt Mono',
    base_weight: null,
    faces: [{ weight: 500, style: 'normal' }],
  });
  const screenOnly = theme.palette.at(-1);
  expect(screenOnly).toMatchObject({ id: 12, cmyk: null, pantone: null, ral: null });
  expect(screenOnly.shades).toStrictEqual([{ opacity: null, hex: '#D8FFF2' }]);
});

it('a brand without content has a complete theme with an empty palette', async () => {
  const color = expect.stringMatching(/^#[0-9a-f]{6}$/);
  expect((await fresh.get('/brand')).body).toStrictEqual({
    slug: 'fresh',
    name: 'Fresh & New',
    theme: {
      colors: { primary: color, accent: color, background: color, text: color, link: color },
      palette: [],
      font: expect.any(String),
      fonts: [],
    },
  });
});

it.each(['/brand/colors', '/pages', '/media'])('a brand without content has the empty list at %s', async (path) => {
  expect(await fresh.get(path)).toMatchObject({ status: 200, text: '[]' });
});

it.each(['/brand/colors', '/brand/colors?expand='])('GET %s is a plain list of summaries by id', async (path) => {
  const { status, body } = await bakery.get(path);
  expect(status).toBe(200);
  expect(body).toStrictEqual(palette.map(({ id, name, role, description }) => ({ id, name, role, description })));
  const all = (await northlight.get(path)).body;
  expect(all.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it('GET /brand/colors?expand=full is the palette', async () => {
  const { status, body } = await bakery.get('/brand/colors?expand=full');
  expect(status).toBe(200);
  expect(body).toStrictEqual(palette);
});

it.each(['all', 'FULL', 'full&expand=full', 'full%20x'])('expand=%s is refused', async (expand) => {
  const { body } = await bakery.refused(422, 'GET', `/brand/colors?expand=${expand}`);
  const message = 'The selected expand is invalid. Valid: full.';
  expect(body).toStrictEqual({ message, errors: { expand: [message] } });
});

it('query parameters that nobody knows are ignored, but where there are some', async () => {
  const { status, body } = await bakery.get('/brand/colors?expanded=full');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['expanded']]);
  expect((await bakery.get('/brand?brand=northlight')).body.slug).toBe('little-bakery');
});

it.each(palette)('GET /brand/colors/$id is one complete colour', async (color) => {
  const { status, body } = await bakery.get(`/brand/colors/${color.id}`);
  expect(status).toBe(200);
  expect(body).toStrictEqual(color);
});
