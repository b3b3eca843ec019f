// Draws the files of the example brands, from seeds, and copies their fonts: node content-fixtures/make-files.mjs [<folder>]. They lie here, drawn already.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** @typedef {[red: number, green: number, blue: number]} Color */
/** @typedef {(x: number, y: number) => Color} Scene of a place, from 0 to 1 in both directions */

const night = '#0B1A33';
const green = '#1FC79A';
const coral = '#FF6F59';

/** @param {number} width @param {number} height @param {string} title @param {string} members */
const svg = (width, height, title, members) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n<title>${title}</title>\n${members}\n</svg>\n`;

/** Strokes of letters, on a grid of 4 by 6. @type {Record<string, string>} */
const letters = {
  A: 'M0 6L2 0L4 6M.7 4H3.3',
  B: 'M0 0V6H2.6C4.5 6 4.5 3 2.6 3H0M2.4 3C4.2 3 4.2 0 2.4 0H0',
  E: 'M3.6 0H0V6H3.6M0 3H3',
  K: 'M0 0V6M4 0L0 3.4M1.4 2.3L4 6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0C-.6 0 -.6 6 2 6C4.6 6 4.6 0 2 0Z',
  R: 'M0 6V0H2.4C4.4 0 4.4 3 2.4 3H0M2.3 3L4 6',
  T: 'M0 0H4M2 0V6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  H: 'M0 0V6M4 0V6M0 3H4',
  L: 'M0 0V6H3.6',
  I: 'M0 0V6',
  G: 'M4 1.1C2.6 -.8 0 .2 0 3C0 5.8 2.6 6.8 4 4.9V3.3H2.4',
};

/** @param {string} text @param {number} x @param {number} y @param {number} size of a grid step @param {string} color */
function lettering(text, x, y, size, color) {
  let left = 0;
  const paths = [...text].map((letter) => {
    const path = letter === ' ' ? '' : `<path d="${letters[letter]}" transform="translate(${left} 0)"/>`;
    left += letter === 'I' ? 2 : letter === ' ' ? 3 : 6;
    return path;
  });
  const stroke = `fill="none" stroke="${color}" stroke-width=".8" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g transform="translate(${x} ${y}) scale(${size})" ${stroke}>${paths.join('')}</g>`;
}

/** Three arcs of northern lights over a line of rails. @param {number} x @param {number} y @param {number} unit @param {string} color */
function symbol(x, y, unit, color) {
  const arcs = [3, 2, 1].map((radius, at) => {
    const stroke = at === 1 ? green : color;
    return `<path d="M${-radius} 0A${radius} ${radius} 0 0 1 ${radius} 0" stroke="${stroke}"/>`;
  });
  const rails = `<path d="M-3.4 .8H3.4" stroke="${color}"/>`;
  return `<g transform="translate(${x} ${y}) scale(${unit})" fill="none" stroke-width=".46" stroke-linecap="round">${arcs.join('')}${rails}</g>`;
}

const horizontal = svg(2400, 640, 'Northlight', symbol(420, 400, 96, night) + lettering('NORTHLIGHT', 860, 212, 24, night));
/** Without clear space, for a bar that has its own. @param {string} color */
const bar = (color) => svg(2148, 440, 'Northlight', symbol(356, 316, 96, color) + lettering('NORTHLIGHT', 796, 128, 24, color));
const stacked = svg(
  1600,
  1600,
  'Northlight',
  `<rect width="1600" height="1600" fill="${night}"/>${symbol(800, 860, 150, '#F4F7FA')}${lettering('NORTHLIGHT', 408, 1130, 14.5, '#F4F7FA')}`,
);

/** The symbol for dark grounds, with little room of its own. */
const symbolSnow = svg(1000, 1000, 'Northlight', symbol(500, 610, 120, '#F4F7FA'));

/** A file of a package of Fontsource: a variable font, and its licence. @param {string} family @param {string} path */
const ofFont = (family, path) => readFile(join(dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`)), path));

/** A logo with something wrong, on the ground of the page that shows it. @param {string} title @param {string} members */
const mistake = (title, members) => svg(2400, 1000, title, members);
/** @param {number} x @param {number} y @param {string} color */
const logo = (x, y, color) => symbol(x + 356, y + 316, 96, color) + lettering('NORTHLIGHT', x + 796, y + 128, 24, color);
const ofMisuse = {
  right: mistake('Northlight in Snow', logo(126, 280, '#F4F7FA')),
  stars: mistake(
    'Northlight with stars',
    logo(126, 440, night) +
      [[440, 240, 90], [1010, 110, 64], [1720, 250, 76]].map(([x, y, size]) => `<path d="M0 -1L.24 -.32L.95 -.31L.38 .12L.59 .81L0 .4L-.59 .81L-.38 .12L-.95 -.31L-.24 -.32Z" transform="translate(${x} ${y}) scale(${size})" fill="#FFC845"/>`).join(''),
  ),
  smile: mistake('Arc turned by 180 degrees', `<g transform="rotate(180 1200 500)">${symbol(1200, 680, 150, night)}</g>`),
  typeface: mistake(
    'Northlight in another typeface',
    `${symbol(700, 560, 96, night)}<text x="1120" y="610" font-family="Georgia, 'Liberation Serif', serif" font-size="220" fill="${night}">Northlight</text>`,
  ),
  gradient: mistake(
    'Northlight with a gradient',
    `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="-3" x2="3"><stop stop-color="${green}"/><stop offset="1" stop-color="${coral}"/></linearGradient>` +
      logo(126, 280, night).replaceAll(/stroke="#[0-9A-F]{6}"(?=\/>)/g, 'stroke="url(#g)"'),
  ),
  sentence: mistake(
    'Northlight as a word in a sentence',
    `<text x="180" y="570" font-family="Arial, 'Liberation Sans', sans-serif" font-size="140" textLength="1000" fill="${night}">We travel with</text><g transform="translate(1300 400) scale(.46)">${logo(0, 0, night)}</g>`,
  ),
};

function construction() {
  const guides = [];
  for (let at = 0; at <= 12; at += 1) guides.push(`M${360 + at * 100} 120V960`);
  for (let at = 0; at <= 8; at += 1) guides.push(`M260 ${140 + at * 100}H1660`);
  const members = [
    '<rect width="1920" height="1080" fill="#F4F7FA"/>',
    `<path d="${guides.join('')}" stroke="${coral}" stroke-width="2" stroke-dasharray="10 10" opacity=".7"/>`,
    symbol(960, 640, 100, night),
    `<rect x="460" y="240" width="1000" height="580" fill="none" stroke="${green}" stroke-width="4"/>`,
    ...['M460 200H560M460 185V215M560 185V215', 'M420 240V340M405 240H435M405 340H435'].map(
      (path) => `<path d="${path}" fill="none" stroke="${night}" stroke-width="4"/>`,
    ),
  ];
  return svg(1920, 1080, 'Clear space: one arc on every side', members.join('\n'));
}

function livery() {
  const windows = Array.from({ length: 14 }, (_, at) => `<rect x="${900 + at * 260}" y="470" width="180" height="150" rx="24"/>`);
  const wheels = Array.from({ length: 12 }, (_, at) => `<circle cx="${640 + at * 350}" cy="960" r="72"/>`);
  const members = [
    '<rect width="5000" height="1200" fill="#F4F7FA"/>',
    `<path d="M300 900C320 560 560 340 1000 320H4900V900Z" fill="${night}"/>`,
    `<path d="M316 800H4900V840H308Z" fill="${green}"/>`,
    `<path d="M520 560C580 470 680 420 780 410V560Z" fill="#CED1D6"/>`,
    `<g fill="#CED1D6">${windows.join('')}</g>`,
    `<g fill="#3C485C">${wheels.join('')}</g>`,
    symbol(4700, 560, 34, '#F4F7FA'),
  ];
  return svg(5000, 1200, 'Livery study 2027, side view', members.join('\n'));
}

const loop =
  'M420 860C520 760 640 640 760 520C900 380 1020 300 1040 460C1060 660 880 940 600 940C320 940 140 660 160 460C180 300 300 380 440 520C560 640 680 760 780 860';
/** @param {string} color @param {string} place */
const twist = (color, place = '') =>
  `<g${place} fill="none" stroke="${color}" stroke-width="64" stroke-linecap="round" stroke-linejoin="round"><path d="${loop}"/></g>`;
const pretzel = svg(1200, 1200, 'Pretzel', twist('#8A4B20'));
/** @param {string} color */
const sign = (color) =>
  svg(1848, 280, 'Little Bakery Brandner', twist(color, ' transform="translate(-36 -84) scale(.36)"') + lettering('LITTLE BAKERY', 440, 78, 20, color));

/** Pseudo-random numbers from 0 to 1, the same on every machine. @param {number} x @param {number} y @param {number} seed */
function hash(x, y, seed) {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise. @param {number} x @param {number} y @param {number} seed */
function noise(x, y, seed) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const right = smooth(x - left);
  const down = smooth(y - top);
  const above = hash(left, top, seed) * (1 - right) + hash(left + 1, top, seed) * right;
  const below = hash(left, top + 1, seed) * (1 - right) + hash(left + 1, top + 1, seed) * right;
  return above * (1 - down) + below * down;
}

/** @param {number} part */
const smooth = (part) => part * part * (3 - 2 * part);
/** @param {number} value */
const clamp = (value) => Math.min(1, Math.max(0, value));
/** @param {Color} from @param {Color} to @param {number} share @returns {Color} */
function blend(from, to, share) {
  const part = clamp(share);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part];
}
/** 1 within an ellipse, 0 outside, soft at its edge. */
const ellipse = (x, y, cx, cy, rx, ry, edge = 0.04) =>
  clamp((1 - Math.hypot((x - cx) / rx, (y - cy) / ry)) / edge);

/** @type {Scene} */
function dusk(x, y) {
  const hills = 0.56 + 0.05 * noise(x * 5, 1, 3) - 0.02 * noise(x * 22, 2, 4);
  let color = blend([16, 26, 58], [242, 132, 96], (y / hills) ** 2.2);
  if (y > hills) color = blend([24, 30, 52], [10, 14, 28], (y - hills) * 4);
  const horizon = 0.6;
  const depth = (y - horizon) / (1 - horizon);
  if (depth > 0) {
    const track = Math.abs(x - 0.5 + 0.14 * (1 - depth));
    color = blend([30, 32, 44], [64, 62, 66], depth + 0.3 * noise(x * 90, y * 60, 5));
    for (const rail of [0.05, 0.14]) if (Math.abs(track - rail * (0.25 + depth)) < 0.004 + 0.006 * depth) color = [214, 178, 160];
  }
  const side = (x - 0.58) / 0.42;
  const [roof, floor] = [0.54 - 0.28 * side, 0.62 + 0.2 * side];
  if (side > 0 && y > roof && y < floor) {
    const height = (y - roof) / (floor - roof);
    color = height > 0.72 && height < 0.78 ? [31, 199, 154] : blend([20, 36, 72], [11, 20, 42], height);
    const window = (Math.log(side + 0.14) * 9) % 1;
    if (height > 0.28 && height < 0.58 && Math.abs(window) > 0.3) color = [255, 214, 150];
  }
  return color;
}

/** @type {Scene} */
function travellers(x, y) {
  let color = blend([66, 44, 34], [30, 20, 18], Math.abs(x - 0.5) * 2 + 0.2 * noise(x * 8, y * 30, 9));
  if (x > 0.14 && x < 0.86 && y > 0.12 && y < 0.72) {
    color = blend([120, 158, 200], [232, 206, 190], (y - 0.12) * 2);
    for (const [at, shade] of [[0, 150], [1, 112], [2, 70]]) {
      const ridge = 0.3 + at * 0.12 + 0.16 * noise(x * (3 + at * 2), at, 20 + at) - 0.05 * noise(x * 24, at, 30);
      if (y > ridge) color = [shade * 0.7, shade * 0.86, shade * 1.1];
    }
  }
  for (const [cx, lean] of [[0.37, 0.02], [0.6, -0.03]]) {
    const body = ellipse(x, y, cx + lean, 0.98, 0.13, 0.44) + ellipse(x, y, cx, 0.47, 0.052, 0.088);
    color = blend(color, [22, 18, 26], body);
  }
  return color;
}

/** @type {Scene} */
function cabin(x, y) {
  const light = Math.exp(-((x - 0.72) ** 2 + (y - 0.24) ** 2) * 6);
  let color = blend([44, 34, 40], [255, 206, 140], light * (0.85 + 0.15 * noise(x * 6, y * 40, 41)));
  if (Math.abs(x - 0.02 * y - 0.36) < 0.003 || Math.abs(y - 0.1) < 0.004) color = blend(color, [20, 16, 20], 0.7);
  const bed = 0.62 + 0.03 * Math.sin(x * 4);
  if (y > bed) {
    const fold = Math.sin((y - bed) * 46 + noise(x * 5, y * 4, 42) * 3);
    const cloth = x > 0.46 && x < 0.9 ? [24, 150, 122] : [226, 222, 216];
    color = blend([18, 20, 34], /** @type {Color} */ (cloth), 0.32 + 0.42 * light + 0.1 * fold);
  }
  return blend(color, [255, 244, 214], ellipse(x, y, 0.72, 0.24, 0.05, 0.05, 0.6));
}

/** @type {Scene} */
function contactSheet(x, y) {
  const [column, row] = [Math.floor(x * 3), Math.floor(y * 4)];
  const [left, top] = [x * 3 - column, y * 4 - row];
  if (left < 0.08 || left > 0.92 || top < 0.06 || top > 0.94) return [250, 250, 248];
  const seed = column * 7 + row * 3;
  const warm = hash(column, row, 50);
  let color = blend([38, 48, 80], [190, 120 + 60 * warm, 96], top * 0.6 + 0.5 * noise(left * 2, top * 2, seed));
  color = blend(color, [28 + 60 * warm, 40, 60], ellipse(left, top, 0.5, 1.02, 0.36, 0.4));
  return blend(color, [120 + 110 * warm, 92 + 86 * warm, 74 + 76 * warm], ellipse(left, top, 0.5, 0.46, 0.15, 0.19));
}

/** @type {Scene} */
function counter(x, y) {
  let color = blend([250, 232, 200], [196, 148, 104], y * 1.3 + 0.1 * noise(x * 4, y * 4, 60));
  for (const [shelf, count, size] of [[0.34, 9, 0.05], [0.6, 7, 0.066], [0.9, 5, 0.094]]) {
    if (Math.abs(y - shelf - size * 0.8) < 0.012) color = [112, 66, 36];
    for (let at = 0; at < count; at += 1) {
      const cx = (at + 0.5 + 0.16 * hash(at, 1, Math.round(shelf * 100))) / count;
      const loaf = ellipse(x, y, cx, shelf, size, size * 0.9, 0.08);
      const crust = blend([212, 150, 84], [108, 56, 22], (y - shelf) / size + 0.5 + 0.4 * (noise(x * 60, y * 60, 61) - 0.5));
      color = blend(color, crust, loaf);
      if (Math.abs((x - cx) / size + (y - shelf) / size) < 0.08) color = blend(color, [240, 214, 170], loaf * 0.8);
    }
  }
  return color;
}

/** @param {Scene} scene @param {number} width @param {number} height */
function photo(scene, width, height, quality = 62) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const grain = (hash(x >> 1, y >> 1, 70) - 0.5) * 5;
    const color = scene(x / width, y / height);
    for (const band of [0, 1, 2]) pixels[at * 3 + band] = Math.round(Math.min(255, Math.max(0, color[band] + grain)));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality }).toBuffer();
}

/** Two bells, one after the other: 2.4 seconds, 48 kHz, 8 bits. */
function soundLogo() {
  const [rate, length] = [48_000, 115_200];
  const header = Buffer.from('RIFF____WAVEfmt ____________________data____');
  for (const [value, at] of [[length + 36, 4], [16, 16], [rate, 24], [rate, 28], [length, 40]]) header.writeUInt32LE(value, at);
  for (const [value, at] of [[1, 20], [1, 22], [1, 32], [8, 34]]) header.writeUInt16LE(value, at);
  const bell = (/** @type {number} */ seconds, /** @type {number} */ pitch) =>
    seconds < 0 ? 0 : Math.sin(2 * Math.PI * pitch * seconds) * Math.exp(-3 * seconds);
  const samples = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) {
    const value = bell(at / rate, 587.33) + bell(at / rate - 0.5, 880) + 0.4 * bell(at / rate - 0.5, 1760);
    samples[at] = Math.round(128 + 50 * value);
  }
  return Buffer.concat([header, samples]);
}

/** An archive without compression, so that it is the same with every version of a library. @param {[name: string, content: string][]} files */
function zip(files) {
  /** @type {Buffer[]} */ const local = [];
  /** @type {Buffer[]} */ const central = [];
  let offset = 0;
  for (const [name, content] of files) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const common = Buffer.alloc(26);
    // Version 2.0; 1 January 2025.
    for (const [value, at] of [[20, 0], [0x5a21, 8], [path.length, 22]]) common.writeUInt16LE(value, at);
    for (const [value, at] of [[crc32(bytes), 10], [bytes.length, 14], [bytes.length, 18]]) common.writeUInt32LE(value, at);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, bytes]);
    central.push(Buffer.from('PK\x01\x02\x14\0'), common, end, path);
    local.push(entry);
    offset += entry.length;
  }
  const index = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(files.length, at);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, index, end]);
}

/** One page of lines. @param {string} title @param {string[]} lines */
function pdf(title, lines) {
  const escaped = (/** @type {string} */ text) => text.replace(/[\\()]/g, '\\$&');
  const texts = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const content = `BT /F1 22 Tf 60 760 Td (${escaped(title)}) Tj /F1 13 Tf 20 TL T* T*\n${texts}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** A presentation of one slide. */
function presentation() {
  const type = 'application/vnd.oasis.opendocument.presentation';
  const names = 'urn:oasis:names:tc:opendocument:xmlns';
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>\n<m:manifest xmlns:m="${names}:manifest:1.0" m:version="1.2"><m:file-entry m:full-path="/" m:media-type="${type}"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>\n`;
  const frame = '<d:frame s:x="2cm" s:y="3cm" s:width="20cm" s:height="3cm"><d:text-box><t:p>Wake up elsewhere</t:p></d:text-box></d:frame>';
  const spaces = `xmlns:o="${names}:office:1.0" xmlns:d="${names}:drawing:1.0" xmlns:t="${names}:text:1.0" xmlns:s="${names}:svg-compatible:1.0"`;
  const content = `<?xml version="1.0" encoding="UTF-8"?>\n<o:document-content ${spaces} o:version="1.2"><o:body><o:presentation><d:page d:name="Title">${frame}</d:page></o:presentation></o:body></o:document-content>\n`;
  return zip([['mimetype', type], ['content.xml', content], ['META-INF/manifest.xml', manifest]]);
}

/** Every file by its path below this folder. @returns {Promise<Map<string, Buffer>>} */
export async function drawFiles() {
  /** @type {[string, string | Buffer][]} */
  const files = [
    ['northlight/media/101-logo-horizontal.svg', horizontal],
    ['northlight/media/102-logo-stacked.svg', stacked],
    ['northlight/media/103-clear-space.svg', construction()],
    ['northlight/media/104-logo-package-2025.zip', zip([['logo-horizontal.svg', horizontal], ['logo-stacked.svg', stacked]])],
    ['northlight/media/105-linz-at-dusk.jpg', await photo(dusk, 1500, 1000)],
    ['northlight/media/106-above-the-brenner.jpg', await photo(travellers, 1500, 1000)],
    ['northlight/media/107-cabin.jpg', await photo(cabin, 1500, 1000)],
    ['northlight/media/109-sound-logo.wav', soundLogo()],
    ['northlight/media/110-presentation.odp', presentation()],
    ['northlight/media/111-livery-2027.svg', livery()],
    ['northlight/media/112-autumn-fares.pdf', pdf('Autumn fares', ['Vienna - Rome, cabin C2: from 89 EUR', 'Hamburg - Milan, couchette: from 59 EUR', 'Valid from 14 December.'])],
    ['northlight/media/113-night-hosts.jpg', await photo(contactSheet, 1000, 1414)],
    ['northlight/media/116-logo-bar.svg', bar(night)],
    ['northlight/media/117-logo-bar-snow.svg', bar('#F4F7FA')],
    ['northlight/media/118-logo-snow.svg', ofMisuse.right],
    ['northlight/media/119-misuse-stars.svg', ofMisuse.stars],
    ['northlight/media/120-misuse-smile.svg', ofMisuse.smile],
    ['northlight/media/121-misuse-typeface.svg', ofMisuse.typeface],
    ['northlight/media/122-misuse-gradient.svg', ofMisuse.gradient],
    ['northlight/media/123-misuse-sentence.svg', ofMisuse.sentence],
    ['northlight/media/124-symbol-snow.svg', symbolSnow],
    ['northlight/media/125-northlight-sans.woff2', await ofFont('atkinson-hyperlegible-next', 'files/atkinson-hyperlegible-next-latin-wght-normal.woff2')],
    ['northlight/media/126-lesestoff.woff2', await ofFont('source-sans-3', 'files/source-sans-3-latin-wght-normal.woff2')],
    ['northlight/media/127-lesestoff-italic.woff2', await ofFont('source-sans-3', 'files/source-sans-3-latin-wght-italic.woff2')],
    ['licences/atkinson-hyperlegible-next.txt', await ofFont('atkinson-hyperlegible-next', 'LICENSE')],
    ['licences/source-sans-3.txt', await ofFont('source-sans-3', 'LICENSE')],
    ['little-bakery/media/1-pretzel.svg', pretzel],
    ['little-bakery/media/2-counter.jpg', await photo(counter, 1440, 1080)],
    ['little-bakery/media/3-price-tags.pdf', pdf('Price tags', ['Country loaf  4.80', 'Pretzel  1.10', 'Rye roll  0.90'])],
    ['little-bakery/media/4-sign.svg', sign('#8A4B20')],
    ['little-bakery/media/5-sign-cream.svg', sign('#F3E3C8')],
  ];
  return new Map(files.map(([path, content]) => [path, Buffer.from(content)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('.', import.meta.url));
  for (const [path, content] of await drawFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
