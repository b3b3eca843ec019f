import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serving } from '../support/cli.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { putLanguages, translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const at = '/languages/de/terms.csv';
const terms = '/brand/cl/terminology';
const language = (tag: string, shown = true) => ({ tag, shown, fallback: null });

describe('terms for glossaries', () => {
  it('are paired by id, else by the source that a term names', async () => {
    const client = await translatedBrand(portal);
    const preferred = [
      { term: 'night host', note: 'Not a conductor' },
      { term: 'cabin', id: 'c', note: 'For one to three' },
      { term: 'bunk', id: 'b' },
      { term: 'carriage, coach' },
      { note: 'without a term' },
    ];
    await client.patch(terms, { preferred, forbidden: [{ term: 'cheap' }] });
    expect((await client.get(at)).text).toBe(
      'source,target,note\r\nnight host,,Not a conductor\r\ncabin,,For one to three\r\nbunk,,\r\n"carriage, coach",,\r\n',
    );
    await client.patch(`${terms}?lang=de`, {
      preferred: [
        { term: 'Kabine', id: 'c', source_term: 'bunk', note: 'Nie Abteil' },
        { term: 'Nachtbegleiterin', source_term: 'night host' },
        { term: 'Nachtbegleiter', source_term: 'night host', note: 'Ein "Mann"' },
        { term: 'Koje', source_term: 'bunk' },
        { term: 'Zug', source_term: 'train' },
      ],
    });
    const { text, headers } = await client.get(at);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')).toEqual([
      'source,target,note',
      'night host,Nachtbegleiterin,Not a conductor',
      'night host,Nachtbegleiter,"Ein ""Mann"""',
      'cabin,Kabine,Nie Abteil',
      'bunk,Kabine,Nie Abteil',
      'bunk,Koje,',
      '"carriage, coach",,',
      '',
    ]);
  });

  it('are no formulas in a spreadsheet', async () => {
    const client = await translatedBrand(portal);
    await client.patch(terms, { preferred: ['=1+1', '+1', '-1', '@a', '\t=1'].map((term) => ({ term, note: term })) });
    const [, ...rows] = (await client.get(at)).text.split('\r\n');
    for (const row of rows.slice(0, -1)) expect(row).toMatch(/^"?'.*,,"?'/);
  });

  it('exist in the further languages that the caller sees', async () => {
    const client = await translatedBrand(portal, [language('de'), language('fr', false)]);
    await client.refused(422, 'GET', '/languages/en/terms.csv');
    await client.refused(422, 'GET', '/languages/it/terms.csv');
    const reader = await portal.client(client.brand, ['read']);
    const hidden = await reader.refused(422, 'GET', '/languages/fr/terms.csv');
    const unknown = await reader.refused(422, 'GET', '/languages/it/terms.csv');
    expect(hidden.text).toBe(unknown.text);
    expect((await client.get('/languages/fr/terms.csv')).status).toBe(200);
    await putLanguages(portal, client.brand, []);
    await client.refused(422, 'GET', at);
  });

  it('go to a new file at the command line', async () => {
    const { data, json, words, send } = await serving();
    await send('PATCH', '/brand/cl/terminology', { preferred: [{ term: 'cabin' }] });
    await json('translation', 'add', 'acme', 'de');
    const file = join(data, 'terms.csv');
    expect((await words('translation', 'terms', 'acme', 'de', file)).stdout).toBe(`Wrote ${file}.\n`);
    expect(readFileSync(file, 'utf8')).toBe('source,target,note\r\ncabin,,\r\n');
  });
});
