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

it.each(['all', 'FULL', 'full&expand=full', 'full%20x'])('expand=%s is refused', async (expand) => {
  const { body } = await bakery.refused(422, 'GET', `/brand/colors?expand=${expand}`);
  const message = 'The selected expand is invalid. Valid: full.';
  expect(body).toStrictEqual({ message, errors: { expand: [message] } });
});
