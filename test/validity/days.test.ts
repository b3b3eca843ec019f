import { Map as PersistentMap } from 'immutable';
import { describe, expect, it, test } from 'vitest';
import { newBrandFile } from '../../src/content/brand.js';
import { type Catalog, emptyCatalog } from '../../src/content/catalog/catalog.js';
import { isAvailable, type MediaFile, mediaProblem } from '../../src/content/media.js';
import { catalogAt, nextBoundary, olderCatalogAt, secondsToBoundary, storedIn } from '../../src/content/validity.js';
import { newMedium } from '../../src/operations/media.js';

type Days = Partial<Pick<MediaFile, 'valid_from' | 'valid_until' | 'released'>>;

function brandWith(zone: string, ...media: readonly Days[]): Catalog {
  const files = media.map((days, at): [number, MediaFile] => {
    return [at + 1, { ...newMedium, type: 'image', released: true, ...days, id: at + 1 }];
  });
  return { ...emptyCatalog, brand: { ...newBrandFile('Acme'), time_zone: zone }, media: PersistentMap(files) };
}

const shownAt = (catalog: Catalog, at: string | number): number[] =>
  [...catalogAt(catalog, new Date(at)).media.values()].filter(isAvailable).map(({ id }) => id);

test.each([
  ['UTC', '2026-12-10', '2026-12-11T00:00Z'],
  ['Europe/Vienna', '2026-12-10', '2026-12-10T23:00Z'],
  // The clock goes forward, or back, on the last day.
  ['Europe/Vienna', '2026-03-29', '2026-03-29T22:00Z'],
  ['Europe/Vienna', '2026-10-25', '2026-10-25T23:00Z'],
  ['Pacific/Kiritimati', '2026-12-10', '2026-12-10T10:00Z'],
  ['Asia/Kathmandu', '2026-12-10', '2026-12-10T18:15Z'],
  // The clock goes forward over midnight: the next day begins at 01:00.
  ['Africa/Cairo', '2027-04-29', '2027-04-29T22:00Z'],
  // The clock is put back at midnight: the last day has 25 hours.
  ['Asia/Beirut', '2026-10-24', '2026-10-24T22:00Z'],
  // It was put back a minute after midnight: the next day had begun.
  ['America/St_Johns', '2010-11-06', '2010-11-07T02:30Z'],
  // Samoa left out 30 December 2011.
  ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z'],
])('in %s, use until %s ends at %s, to the millisecond', (zone, valid_until, end) => {
  const ends = brandWith(zone, { valid_until });
  const at = Date.parse(end);
  expect([at - 1000, at - 1, at, at + 1000, at + 3_600_000].map((ms) => shownAt(ends, ms))).toEqual([
    [1],
    [1],
    [],
    [],
    [],
  ]);
  expect(nextBoundary(ends, new Date(at - 1))).toEqual(new Date(at));
  expect(nextBoundary(ends, new Date(at))).toBeNull();
  expect([500, 1500, 400_000].map((ms) => secondsToBoundary(ends, new Date(at - ms), 300))).toEqual([0, 1, 300]);

  const begins = brandWith(zone, {
    valid_from: new Date(Date.parse(valid_until) + 86_400_000).toISOString().slice(0, 10),
  });
  const skipped = zone === 'Pacific/Apia' ? [] : [[], [], [1], [1]];
  if (skipped.length > 0) expect([at - 1000, at - 1, at, at + 1000].map((ms) => shownAt(begins, ms))).toEqual(skipped);
});

describe('the content of an instant', () => {
  const noon = new Date('2026-06-01T12:00Z');

  it('is what is stored where no medium has a day, and until one passes a boundary', () => {
    const plain = brandWith('UTC', {}, { released: false });
    expect(catalogAt(plain, noon)).toBe(plain);
    expect(nextBoundary(plain, noon)).toBeNull();
    const dated = brandWith(
      'UTC',
      { valid_until: '2026-06-01' },
      { valid_from: '2026-05-01', valid_until: '2026-07-01' },
    );
    expect(catalogAt(dated, noon)).toBe(dated);
  });

  it('is one object from each boundary to the next, in any order of the instants', () => {
    const catalog = brandWith(
      'UTC',
      { valid_until: '2026-06-01' },
      { valid_from: '2026-06-05' },
      { valid_until: '2026-06-05' },
    );
    const days = ['2026-06-01', '2026-06-02', '2026-06-05', '2026-06-06'];
    const shown = days.map((day) => [shownAt(catalog, `${day}T00:00Z`), shownAt(catalog, `${day}T23:59:59Z`)]);
    expect(shown).toEqual([[1, 3], [3], [2, 3], [2]].map((ids) => [ids, ids]));
    const [late, early] = ['2026-06-04T23:00Z', '2026-06-02T00:00Z'].map((at) => catalogAt(catalog, new Date(at)));
    expect(early).toBe(late);
    expect(early && catalogAt(early, new Date('2026-06-03T00:00Z'))).toBe(early);
    expect(early && nextBoundary(early, new Date('2026-06-03T00:00Z'))).toEqual(new Date('2026-06-05T00:00Z'));
    expect(shownAt(catalog, '2026-06-01T00:00Z')).toEqual([1, 3]);
  });

  it('keeps what is stored, and says why a medium may not be used', () => {
    const catalog = brandWith(
      'UTC',
      { valid_until: '2026-05-31' },
      { valid_from: '2026-06-02' },
      { released: false, valid_until: '2026-01-01' },
    );
    const now = catalogAt(catalog, noon);
    expect([1, 2, 3].map((id) => storedIn(now, id))).toEqual([1, 2, 3].map((id) => catalog.media.get(id)));
    expect([1, 2, 3, 4].map((id) => String(mediaProblem(now, id)))).toEqual([
      'medium 1 may be used until and including 2026-05-31',
      'medium 2 may be used from 2026-06-02 on',
      'medium 3 is not released',
      'it does not exist',
    ]);
  });

  it('takes days at the ends of the calendar, and in the wrong order', () => {
    const catalog = brandWith(
      'UTC',
      { valid_until: '9999-12-31' },
      { valid_from: '0001-01-01' },
      { valid_from: '2026-06-02', valid_until: '2026-05-01' },
    );
    expect(shownAt(catalog, '2026-06-01T12:00Z')).toEqual([1, 2]);
    expect(shownAt(catalog, '2026-06-02T12:00Z')).toEqual([1, 2]);
    expect(nextBoundary(brandWith('UTC', { valid_until: '9999-12-31' }), noon)).toBeNull();
  });

  it('of an older commit is judged by the days that the media have now', () => {
    const older = brandWith('UTC', {}, { valid_until: '2026-05-01' }, { valid_until: '2026-05-01' });
    const newest = brandWith('UTC', { valid_until: '2026-05-31' }, { valid_until: '2027-01-01' });
    const now = olderCatalogAt(older, newest, noon);
    expect(shownAt(now, noon.getTime())).toEqual([2]);
    expect(olderCatalogAt(brandWith('UTC', {}), brandWith('UTC', {}), noon).outside).toBeUndefined();
  });
});
