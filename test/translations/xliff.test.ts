import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textsOfPage } from '../../src/content/translations/texts.js';
import { readXliff } from '../../src/content/translations/xliff/read.js';
import { xliffLimits } from '../../src/content/translations/xliff/unit.js';
import { runs } from '../support/effort.js';
import { judged, kinds, page, rich, sanitizer, taken, translated, withTargets, written } from '../support/xliff.js';

describe('a file for translators', () => {
  it('has a unit for each text with words, with its place, codes and state', async () => {
    const source = page([
      { id: 'h1', type: 'heading', data: { text: 'Colour', level: 2 } },
      { id: 'h2', type: 'heading', data: { text: 'On "white" & black', level: 3 } },
      { id: 'b1', type: 'rich_text', data: { html: '<p>A <strong>b</strong><br>c &amp; <a href="/x">d</a></p>' } },
      { id: 'h3', type: 'heading', data: { text: '24', level: 2 } },
      { id: 'b2', type: 'accordion', data: { items: [{ title: 'One', body: '<p>Two</p>' }, { title: '7' }] } },
    ]);
    const older = page([{ id: 'h1', type: 'heading', data: { text: 'Color', level: 2 } }]);
    const overlay = {
      ...translated(source, { ' title': 'Signet', 'h2 text': 'Auf Weiß' }),
      blocks: {
        ...translated(source, { 'h2 text': 'Auf Weiß' }).blocks,
        ...translated(source, { 'b2 items.0.title': 'Eins' }, 'machine').blocks,
        ...translated(older, { 'h1 text': 'Farbe' }).blocks,
      },
    };
    await expect(written(source, overlay)).toMatchFileSnapshot('written.xlf');
  });

  it('is read as it was written, and comes back as nothing', async () => {
    const source = page([
      { id: 'b1', type: 'rich_text', data: { html: '<p>A <b>b</b><br>c &amp; <a href="/x">d</a>&nbsp;</p><hr>' } },
      { id: 'b2', type: 'accordion', data: { items: [{ title: 'One' }, { title: 'Two' }] } },
      { id: 'b3', type: 'rich_text', data: { html: 'Q &amp; A &copy; x' } },
    ]);
    const overlay = translated(source, {
      'b1 html': '<p>Ä <i>ohne</i> <a href="/alt">d</a></p><p>Zweiter</p>',
      'b2 items.1.title': 'Zwei',
      'b3 html': 'F &amp; A &copy; ä',
    });
    for (const by of ['person', 'machine'] as const) {
      expect(kinds(await judged(written(source, overlay), source, overlay, { by }))).toEqual({
        title: 'empty',
        'b1.html': 'same',
        'b2.items.0.title': 'empty',
        'b2.items.1.title': 'same',
        'b3.html': 'same',
      });
    }
  });

  it('leaves out a text whose elements nest deeper than a file may', async () => {
    const nested = (levels: number): string => `${'<div>'.repeat(levels)}A${'</div>'.repeat(levels)}`;
    const source = rich(nested(35), nested(36));
    expect(written(source)).toContain('page-11.b0.html');
    expect(written(source)).not.toContain('page-11.b1.html');
    expect(kinds(await judged(written(source), source))).toEqual({ title: 'empty', 'b0.html': 'empty' });
  });
});

describe('a translated file', () => {
  const source = rich('<p>A <strong>b</strong><br><a href="/x">c</a> <a href="/y">d</a></p>', '<p>E</p>');

  it('gives the HTML of its source with the words of the file', async () => {
    const german = (target: string): string =>
      target.replace('A ', 'Ä &amp; ').replace('>b<', '>be<').replace('>c<', '>ce\u00a0<');
    const verdicts = await judged(withTargets(written(source), { 'b0.html': german }), source);
    expect(taken(verdicts.get('b0.html'))).toMatchObject({
      text: '<p>Ä &amp; <strong>be</strong><br><a href="/x">ce&nbsp;</a> <a href="/y">d</a></p>',
      of: textsOfPage(source).get('b0')?.[0]?.of,
      by: 'person',
    });
  });

  const code = (id: number) => new RegExp(`<g id="${id}"[^>]*>([^<]*)</g>`);
  it.each<[string, string, (target: string) => string]>([
    ['a lost code', 'codes', (target) => target.replace(code(2), '$1')],
    ['a lost break', 'codes', (target) => target.replace(/<x [^>]*>/, '')],
    ['a doubled code', 'codes', (target) => target.replace(code(2), '$&$&')],
    ['an unknown code', 'codes', (target) => target.replace('A', '<g id="77" equiv-text="&lt;u&gt;">A</g>')],
    [
      'links in another order',
      'links',
      (target) => target.replace(/(<g id="4".*?<\/g>)(.*)(<g id="5".*<\/g>)/, '$3$2$1'),
    ],
    ['an element that is not read', 'unreadable', (target) => target.replace('A', 'A<bpt id="9">x</bpt>')],
    ['no words', 'empty', (target) => target.replaceAll(/>[^<]+</g, '><').replace('A ', '')],
    ['nothing', 'empty', () => ''],
  ])('with %s: %s', async (_, reason, change) => {
    const verdicts = await judged(withTargets(written(source), { 'b0.html': change }), source);
    expect(kinds(verdicts)['b0.html']).toBe(reason);
  });

  it('refuses markup that sanitising would alter, and texts that are too long', async () => {
    const plain = page([
      { id: 'b1', type: 'heading', data: { text: 'Head' } },
      { id: 'b2', type: 'alert', data: { title: 'Line', body: '<p>x</p>' } },
    ]);
    const file = withTargets(written(plain), {
      title: () => 'T'.repeat(256),
      'b1.text': () => '&lt;b&gt;Kopf&lt;/b&gt;',
      'b2.title': () => 'Zwei\nZeilen',
    }).replace('equiv-text="&lt;p&gt;"', 'equiv-text="&lt;p onclick=&quot;x&quot;&gt;"');
    const changed = file.replace('</g></target>', 'y</g></target>');
    expect(kinds(await judged(changed, plain))).toEqual({
      title: 'length',
      'b1.text': 'markup',
      'b2.title': 'markup',
      'b2.body': 'markup',
    });
    const allowed = withTargets(written(plain), { title: () => 'T'.repeat(255), 'b1.text': () => ' 5 &lt; 6 ' });
    const verdicts = await judged(allowed, plain);
    expect([taken(verdicts.get('title')).text?.length, taken(verdicts.get('b1.text')).text]).toEqual([255, '5 < 6']);
  });

  it('never replaces a text that is newer, and takes one of an older source as such', async () => {
    const file = withTargets(written(source), {
      title: () => 'Zeichen',
      'b1.html': (target) => target.replace('E', 'Ee'),
    });
    const newer = translated(source, { 'b1 html': '<p>Neu</p>' });
    const verdicts = await judged(file, source, newer);
    expect(verdicts.get('b1.html')).toMatchObject({ reason: 'newer', sent: 'Ee', now: '<p>Neu</p>' });
    const same = translated(source, { 'b1 html': '<p>Ee</p>' });
    expect((await judged(file, source, same)).get('b1.html')?.is).toBe('same');

    const edited = rich('<p>Other</p>', '<p>E2</p>');
    const late = (await judged(file, edited)).get('b1.html');
    expect(late).toMatchObject({ is: 'taken', isOutdated: true });
    expect(taken(late).of).toBe(textsOfPage(source).get('b1')?.[0]?.of);
    expect((await judged(file, page([]))).size).toBe(1);
  });

  it('keeps its codes where those of the source have other numbers now', async () => {
    const before = rich('<p>A <b>b</b> <a href="/x">c</a></p>');
    const now = rich('<p>A b <a href="/x">c</a></p>');
    const file = withTargets(written(before), { 'b0.html': (target) => target.replace('>c<', '>ce<') });
    const verdict = (await judged(file, now)).get('b0.html');
    expect(verdict).toMatchObject({ is: 'taken', isOutdated: false });
    expect(taken(verdict).text).toBe('<p>A <b>b</b> <a href="/x">ce</a></p>');
  });

  it('finds items of lists that have moved', async () => {
    const list = (...titles: string[]) =>
      page([{ id: 'b1', type: 'accordion', data: { items: titles.map((title) => ({ title })) } }]);
    const file = withTargets(written(list('One', 'Two')), {
      'b1.items.0.title': () => 'Eins',
      'b1.items.1.title': () => 'Zwei',
    });
    const verdicts = await judged(file, list('Three', 'Two', 'One'));
    expect(taken(verdicts.get('b1.items.0.title'))).toMatchObject({ path: 'items.2.title', text: 'Eins' });
    expect(taken(verdicts.get('b1.items.1.title'))).toMatchObject({ path: 'items.1.title', text: 'Zwei' });
    expect(kinds(await judged(file, list('Two', 'Three', 'Four')))['b1.items.0.title']).toBe('unknown');
  });

  it('protects current texts of people from machines, and marks what a person has looked over', async () => {
    const overlay = translated(source, { ' title': 'Zeichen', 'b1 html': '<p>Eh</p>' });
    const file = withTargets(written(source, overlay), { title: () => 'ZEICHEN' });
    const by = 'machine';
    expect(kinds(await judged(file, source, overlay, { by })).title).toBe('person');
    expect(kinds(await judged(file, source, overlay, { by, replace: true })).title).toBe('taken');
    expect(kinds(await judged(file, source, overlay)).title).toBe('taken');

    const machine = translated(source, { 'b1 html': '<p>Eh</p>' }, 'machine');
    const done = written(source, machine).replace('needs-review-translation', 'translated');
    expect(taken((await judged(done, source, machine)).get('b1.html'))).toMatchObject({
      text: '<p>Eh</p>',
      by: 'person',
    });
    expect((await judged(done, source, machine, { by })).get('b1.html')?.is).toBe('same');
    const edited = rich('<p>Other</p>', '<p>E2</p>');
    const confirmed = written(edited, overlay).replace('needs-review-translation', 'translated');
    expect(taken((await judged(confirmed, edited, overlay, { by })).get('b1.html'))).toMatchObject({
      of: textsOfPage(edited).get('b1')?.[0]?.of,
      by: 'person',
    });
  });
});

describe('XLIFF 2', () => {
  const source = rich('<p>One. <b>Two</b>.</p>');
  const file = (version: string, segments: string) =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:m="urn:oasis:names:tc:xliff:metadata:2.0" version="${version}" srcLang="en" trgLang="DE">
<file id="f"><unit id="page-11.b0.html"><m:metadata><m:meta>x</m:meta></m:metadata><notes><note>source</note></notes>
<originalData><data id="d">b</data></originalData>${segments}</unit></file></xliff>`;
  const whole =
    '<segment state="translated"><source><sc id="1"/>One.</source><target><sc id="1"/>Eins.</target></segment>' +
    '<ignorable><source> </source></ignorable>' +
    '<segment><source><pc id="2"><mrk id="m">Two</mrk></pc>.<ec startRef="1"/></source><target><pc id="2">Zwei</pc>.<ec startRef="1"/></target></segment>';

  it.each(['2.0', '2.1'])('%s is read, with the segments of a unit together', async (version) => {
    const verdicts = await judged(file(version, whole), source);
    expect(taken(verdicts.get('b0.html'))).toMatchObject({
      text: '<p>Eins. <b>Zwei</b>.</p>',
      of: textsOfPage(source).get('b0')?.[0]?.of,
    });
    // It does not say what it was made of.
    const stored = translated(source, { 'b0 html': '<p>Alt. <b>Z</b>.</p>' });
    expect(kinds(await judged(file(version, whole), source, stored))['b0.html']).toBe('newer');
  });

  it('is not translated where a segment has no target', async () => {
    const half = file('2.0', whole.replace(/<target><pc.*?<\/target>/, ''));
    expect((await judged(half, source)).get('b0.html')?.is).toBe('empty');
    const other = file('2.0', whole.replace('<target><pc', '<target order="1"><pc'));
    expect(kinds(await judged(other, source))['b0.html']).toBe('unreadable');
    const lost = file('2.0', whole.replaceAll(/<\/?pc[^>]*>/g, ''));
    expect(kinds(await judged(lost, source))['b0.html']).toBe('unreadable');
  });
});

describe('a file that is not read', () => {
  const file = written(rich('<p>A</p>'));
  const problem = (text: string | Uint8Array, tag = 'de') =>
    Object(readXliff(typeof text === 'string' ? Buffer.from(text) : text, tag)).problem;
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'abcdefghij'[at + 1]} "${`&${'abcdefghij'[at]};`.repeat(10)}">`).join('')}]>`;

  it.each([
    ['another language', file.replace('="de"', '="fr"'), 'This is not a file for de. It is for fr.'],
    ['a language in another spelling', file.replace('="de"', '="DE"'), undefined],
    ['no language', file.replace('target-language="de"', ''), 'The file does not say which language it is for.'],
    [
      'a document type',
      file.replace('<xliff', '<!DOCTYPE xliff><xliff'),
      'A file with a document type (DTD) is not read.',
    ],
    [
      'entities',
      file.replace('<xliff', `${laughs}<xliff`).replace('>A<', '>&j;<'),
      'A file with a document type (DTD) is not read.',
    ],
    [
      'an unknown entity',
      file.replace('>A<', '>&j;<'),
      'Line 12, unit page-11.b0.html: This is not XML, or it is cut off.',
    ],
    ['the end missing', file.slice(0, -20), 'Line 17: This is not XML, or it is cut off.'],
    ['no XML', 'Hello', 'Line 1: This is not XML, or it is cut off.'],
    ['nothing', '', 'Line 1: This is not XML, or it is cut off.'],
    ['other XML', '<html/>', 'This is no XLIFF.'],
    ['an older version', file.replace('version="1.2"', 'version="1.1"'), 'This is XLIFF 1.1: only 1.2 and 2 are read.'],
    ['no id', file.replace('id="page-11.title"', ''), 'A unit has no id.'],
    [
      'a unit twice',
      file.replace('page-11.title', 'page-11.b0.html'),
      'Line 11, unit page-11.b0.html: It is in the file twice.',
    ],
  ])('%s', (_, text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  it('reads UTF-16 with a byte order mark, and no other bytes than UTF-8', () => {
    const wide = Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(readXliff(wide, 'de')).toEqual(readXliff(Buffer.from(file), 'de'));
    expect(problem(Buffer.from(Buffer.from(wide)).swap16())).toBeUndefined();
    expect(problem(Buffer.from(file.replace('>A<', '>Ä<'), 'latin1'))).toMatch(/This is not XML/);
  });

  it('each limit, at and above', () => {
    const filled = (bytes: number): Buffer => Buffer.from(file + ' '.repeat(bytes - Buffer.byteLength(file)));
    expect(problem(filled(xliffLimits.bytes))).toBeUndefined();
    expect(problem(filled(xliffLimits.bytes + 1))).toBe('The file is larger than 20 MiB.');

    const units = (count: number): string =>
      `<xliff version="1.2"><file target-language="de"><body>${Array.from({ length: count }, (_, at) => `<trans-unit id="u${at}"/>`).join('')}</body></file></xliff>`;
    expect(problem(units(xliffLimits.units))).toBeUndefined();
    expect(problem(units(xliffLimits.units + 1))).toMatch(/unit u50000: The file has more than 50,000 units\.$/);

    const deep = (levels: number): string =>
      `<xliff version="1.2"><file target-language="de"><body>${'<group>'.repeat(levels - 3)}${'</group>'.repeat(levels - 3)}</body></file></xliff>`;
    expect(problem(deep(xliffLimits.depth))).toBeUndefined();
    expect(problem(deep(xliffLimits.depth + 1))).toBe('More than 40 elements are in one another.');
    expect(problem(deep(xliffLimits.depth + 1).replaceAll('group', 'note'))).toBe(
      'More than 40 elements are in one another.',
    );
  });
});

describe('whatever a text has', () => {
  const words = fc.oneof(
    fc.constantFrom('a', ' ', 'Ä', '&', '<', '>', '"', '\u00a0', '🙂', '\ufffe', '&amp;', '&copy;', '\t', '\n', ']]>'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const tags = 'p b strong em a br hr ul li code span pre table td'.split(' ');
  const html = fc
    .array(
      fc.oneof(
        words,
        fc.constantFrom(...tags).map((tag) => `<${tag}>`),
        fc.constantFrom(...tags).map((tag) => `</${tag}>`),
        fc.constantFrom('<a href="/x">', '<a href="/y?a=1&amp;b=2" target="_blank">', '<p lang="de">'),
      ),
      { maxLength: 14 },
    )
    .map(
      (parts) =>
        sanitizer.html(
          parts
            .join('')
            .toWellFormed()
            .replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, ''),
        ) ?? '',
    );

  it('a file that was not changed changes nothing, and other words change their unit only', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(html, { minLength: 1, maxLength: 4 }),
        fc.array(html, { maxLength: 4 }),
        async (sources, translations) => {
          const source = rich(...sources);
          const texts = textsOfPage(source);
          const words = translations.flatMap((text, at) =>
            texts.has(`b${at}`) ? [[`b${at} html`, text] as const] : [],
          );
          const overlay = translated(source, Object.fromEntries(words));
          const file = written(source, overlay);
          const before = await judged(file, source, overlay);
          for (const [id, verdict] of before)
            expect(['same', 'empty'], `${id} ${JSON.stringify(verdict)}`).toContain(verdict.is);

          for (const id of before.keys()) {
            const verdicts = await judged(
              withTargets(file, { [id]: (target) => target.replace(/(^|>)([^<]+)/, '$1$2 Ümläut') }),
              source,
              overlay,
            );
            const changed = verdicts.get(id);
            if (before.get(id)?.is === 'empty' && changed?.is === 'empty') continue;
            expect(taken(changed).text).toContain(' Ümläut');
            for (const [other, verdict] of verdicts) if (other !== id) expect(verdict.is).toBe(before.get(other)?.is);
          }
        },
      ),
      runs(2000, 150),
    );
  });

  it('no bytes break the reader', () => {
    const source = rich('<p>A <b>b</b><br>c</p>', 'x');
    const file = Buffer.from(written(source));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        (changes) => {
          const bytes = Buffer.from(file);
          for (const [at, byte] of changes) bytes[at] = byte;
          const read = readXliff(bytes, 'de');
          expect('problem' in read ? typeof read.problem : read.units.length <= 3).toBeTruthy();
        },
      ),
      runs(20_000, 1000),
    );
  });
});
