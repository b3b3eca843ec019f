import { afterEach, beforeEach, expect, it } from 'vitest';
import { listWriters, stayOnPage } from '../../src/operations/here-now.js';
import { TestBrand } from '../support/brand.js';
import { idOf, onBrand, person, writer } from '../support/proposals.js';

let brand: TestBrand;
const { run, page } = onBrand(() => brand);

beforeEach(async () => {
  brand = await TestBrand.create();
});
afterEach(() => brand.close());

const [leyla, ada, vera] = [person('leyla', 'editor'), person('ada', 'editor'), person('vera', 'viewer')];
const stay = async (actor: typeof leyla, id: number) => (await run(stayOnPage, { actor, params: idOf(id) })).value;
const seenBy = async (actor: typeof leyla, id: number) => (await run(listWriters, { actor, params: idOf(id) })).value;

it('names the others who are editing a page, for 60 seconds after they said so', async () => {
  const { id } = await page({ title: 'Delays' });
  const { id: other } = await page({ title: 'Colours' });
  expect(await stay(leyla, id)).toEqual([]);
  brand.clock.advance({ seconds: 30 });
  expect(await stay(ada, id)).toEqual([leyla.name]);
  expect(await seenBy(vera, id)).toEqual([ada.name, leyla.name].sort());
  expect(await seenBy(vera, other)).toEqual([]);
  brand.clock.advance({ seconds: 31 });
  expect(await seenBy(vera, id)).toEqual([ada.name]);
  expect(await seenBy(ada, id)).toEqual([]);
  brand.clock.advance({ seconds: 31 });
  expect(await seenBy(vera, id)).toEqual([]);
});

it('tells programs and guests nothing, stores nothing, and knows no page that is not there', async () => {
  const { id } = await page({ title: 'Delays' });
  const repository = await brand.service.brands.get('acme');
  const { commit } = await repository.read();
  await stay(leyla, id);
  expect(await seenBy(writer, id)).toEqual([]);
  expect((await repository.read()).commit).toBe(commit);
  await expect(stay(leyla, 999)).rejects.toMatchObject({ code: 'not_found' });
});
