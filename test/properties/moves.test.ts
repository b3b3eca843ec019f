import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffFields, type FieldDiff } from '../../src/content/diff/fields.js';
import { DiffLimit } from '../../src/content/diff/limit.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { Effort } from '../../src/lib/effort.js';
import { isObject } from '../../src/lib/json.js';
import { runs } from '../support/effort.js';

const differences = (from: unknown, to: unknown): FieldDiff[] =>
  diffFields({}, from, to, { limit: new DiffLimit(), sanitizer: createSanitizer() });

const texts = [
  'Address adults as you in English and keep to it',
  'Address adults as you in German and keep to it',
  'Give times in the 24-hour format',
  'calm',
  'wide awake',
  '',
  3,
  true,
  null,
];
const name = fc.constantFrom('voice', 'tone', 'dos', 'a.b', '0', 'summary');
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...texts),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));
const section = fc.dictionary(name, anything, { maxKeys: 5 });

/** Every value without parts, as often as it is there. */
function leaves(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.length === 0 ? [JSON.stringify(value)] : parts.flatMap(leaves);
}

const isMovedWhole = ({ moved, to }: FieldDiff): boolean => moved === true && (isObject(to) || Array.isArray(to));

function expectNothingLost(from: unknown, to: unknown): void {
  const found = differences(from, to);
  const own = found.filter((one) => !isMovedWhole(one));
  const gone = own.flatMap((one) => ('from' in one ? leaves(one.from) : []));
  const come = own.flatMap((one) => ('to' in one ? leaves(one.to) : []));
  // An object or a list that became empty, or was, is a value by itself.
  const isEmpty = (text: string): boolean => text === '{}' || text === '[]';
  const all = (list: readonly string[]): string[] => list.filter((text) => !isEmpty(text)).sort();
  expect(all([...leaves(from), ...come])).toEqual(all([...leaves(to), ...gone]));
}

test('what was added and removed leads from one version to the other: no value is hidden by a move', () => {
  fc.assert(fc.property(section, section, expectNothingLost), runs(2000, 200));
  fc.assert(
    fc.property(section, name, (value, wrapper) => {
      expectNothingLost(value, { [wrapper]: value });
      expectNothingLost({ [wrapper]: value }, value);
      expectNothingLost(value, { ...value, [wrapper]: { ...value } });
    }),
    runs(1000, 100),
  );
});

const voice = {
  summary: 'Northlight speaks like a good night host: awake while others are tired.',
  tone: ['calm', 'wide awake', 'courteous', 'concrete'],
  principles: [
    { title: 'The time comes first', description: 'Travellers look for a time before they look for us.' },
    { title: 'One thought to a sentence', description: 'Many people read us half asleep, on a small screen.' },
  ],
  dos: ['Address adults as “Sie” in German.', 'Give times in the 24-hour format.'],
  level: 2,
};

const short = (from: unknown, to: unknown): string[] =>
  differences(from, to).map(({ field, from_field, moved, from, to, text }) => {
    const place = `${field}${moved ? ` moved from ${from_field}` : ''}`;
    const marks = text?.filter(({ mark }) => mark !== 'same').map(({ mark, text }) => `${mark} ${text}`) ?? [];
    return [place, ...(from === undefined ? ['new'] : to === undefined ? ['gone'] : marks)].join(', ');
  });

test('a section that was wrapped is moves, and what was edited on the way', () => {
  expect(short(voice, { voice })).toEqual(Object.keys(voice).map((name) => `voice.${name} moved from ${name}`));
  expect(short({ voice }, voice)).toEqual(Object.keys(voice).map((name) => `${name} moved from voice.${name}`));
  const edited = {
    ...voice,
    summary: voice.summary.replace('good', 'kind'),
    dos: ['Say who does what.', ...voice.dos],
  };
  expect(short(voice, { voice: edited })).toEqual([
    'voice.summary moved from summary, removed good, added kind',
    'voice.tone moved from tone',
    'voice.principles moved from principles',
    'voice.dos moved from dos',
    'voice.dos.0, new',
    'voice.level moved from level',
  ]);
});

test('equal values are matched in steps that grow with their number', () => {
  const steps = (count: number): number => {
    const before = Effort.spent;
    const cells = Array.from({ length: count }, () => ['', '']);
    differences({ rows: cells }, { table: { cells: cells.map(([cell]) => [cell]) } });
    return Effort.spent - before;
  };
  expect(steps(8000)).toBeLessThan(2.2 * steps(4000));
});
