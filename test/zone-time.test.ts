import { expect, test } from 'vitest';
import { instantsAt, isZone, wallTime } from '../src/lib/zone-time.js';

test.each([
  ['Europe/Vienna', '2026-12-13T00:00', ['2026-12-12T23:00Z']],
  ['Europe/Vienna', '2026-07-01T08:30', ['2026-07-01T06:30Z']],
  // The clocks go from 02:00 to 03:00, and back from 03:00 to 02:00.
  ['Europe/Vienna', '2026-03-29T01:59', ['2026-03-29T00:59Z']],
  ['Europe/Vienna', '2026-03-29T02:30', []],
  ['Europe/Vienna', '2026-03-29T03:00', ['2026-03-29T01:00Z']],
  ['Europe/Vienna', '2026-10-25T02:30', ['2026-10-25T00:30Z', '2026-10-25T01:30Z']],
  ['America/New_York', '2026-03-08T02:00', []],
  ['America/New_York', '2026-03-08T03:00', ['2026-03-08T07:00Z']],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30Z', '2026-11-01T06:30Z']],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45Z', '2026-04-04T15:15Z']],
  ['Asia/Kolkata', '2026-06-01T00:15', ['2026-05-31T18:45Z']],
  // A day that Samoa left out.
  ['Pacific/Apia', '2011-12-30T12:00', []],
  ['UTC', '2026-02-31T08:00', []],
  ['UTC', 'tomorrow', []],
])('%s has at %s the instants %j', (zone, wall, instants) => {
  const found = instantsAt(wall, zone);
  expect(found.map((at) => at.toISOString())).toEqual(instants.map((at) => new Date(at).toISOString()));
  for (const at of found) expect(wallTime(at, zone)).toBe(wall);
});

test('a zone is one that the time zone database has', () => {
  expect(['Europe/Vienna', 'UTC', 'Europe/Nowhere', '', 'x'.repeat(60)].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
