import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { noted } from '../lib/say.js';
import { sizeText } from '../lib/size-text.js';

/** Whether an SVG may be sent to a browser unchanged, because it runs no script and loads nothing. */
export interface SvgVerdict {
  readonly isClean: boolean;
  /** The first forbidden part, with its line; `null` if the SVG is clean. */
  readonly reason: string | null;
}

/** Version of the rules. A verdict of another version is not used. */
export const verdictVersion = 2;

/** Upper bound on the size of a file. A larger file is not read and counts as not clean. */
export const maxVerdictBytes = 10 * 1024 * 1024;

const maxLevels = 1000;

const svg = 'http://www.w3.org/2000/svg';
const xlink = 'http://www.w3.org/1999/xlink';
const xml = 'http://www.w3.org/XML/1998/namespace';
const xmlns = 'http://www.w3.org/2000/xmlns/';

/** Namespaces of elements that editing programs add. Browsers ignore them. */
const editorNamespaces = [
  /^http:\/\/www\.inkscape\.org\/namespaces\/inkscape$/,
  /^http:\/\/sodipodi\.sourceforge\.net\/DTD\/sodipodi-0\.dtd$/,
  /^http:\/\/ns\.adobe\.com\/[A-Za-z0-9./-]*$/,
  /^adobe:ns:meta\/$/,
  /^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$/,
  /^https?:\/\/(web\.resource\.org\/cc\/|creativecommons\.org\/ns#)$/,
  /^http:\/\/purl\.org\/dc\/(elements\/1\.1|terms)\/$/,
  /^http:\/\/www\.bohemiancoding\.com\/sketch\/ns$/,
  /^https?:\/\/www\.serif\.com\/$/,
  /^http:\/\/www\.figma\.com\/figma\/ns$/,
  /^http:\/\/vectornator\.io$/,
  /^https:\/\/boxy-svg\.com$/,
];

const isEditorNamespace = (uri: string): boolean => editorNamespaces.some((namespace) => namespace.test(uri));

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const elements = words(`
  svg g defs symbol use switch foreignObject title desc metadata style image path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker filter view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

const attributes = words(`
  id class style lang tabindex role focusable version baseProfile viewBox preserveAspectRatio zoomAndPan enable-background
  contentScriptType contentStyleType requiredFeatures requiredExtensions systemLanguage media type title target
  x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy fr width height d points pathLength transform gradientTransform patternTransform
  gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits spreadMethod offset href
  markerWidth markerHeight markerUnits refX refY orient rotate textLength lengthAdjust startOffset method spacing side
  filterUnits primitiveUnits filterRes in in2 result mode values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX
  targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent lighting-color
  limitingConeAngle pointsAtX pointsAtY pointsAtZ z azimuth elevation scale xChannelSelector yChannelSelector stdDeviation radius
  baseFrequency numOctaves seed stitchTiles amplitude exponent intercept slope tableValues flood-color flood-opacity
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-profile
  color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical
  image-rendering kerning letter-spacing line-height marker marker-start marker-mid marker-end mask mask-type mix-blend-mode
  isolation opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-rendering text-transform transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode`);

/** Whether the value of an attribute is text, and not CSS. */
const isText = (name: string): boolean => /^(?:id|class|role|title|(?:aria|data)-[a-z0-9_.-]+)$/i.test(name);

/** An address that loads nothing, because it is an anchor in this document or an embedded image. */
const harmlessAddress = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp|avif);base64,|$)/i;

const functionsWithAddresses = /(?:image|image-set|cross-fade|src|element|expression|attr)\s*\(/i;

/** @returns the first problem found, or `null`. Escapes are refused because they can hide any other problem. */
function problemOfCss(css: string): string | null {
  if (css.includes('\\')) return noted`an escape in CSS`;
  if (functionsWithAddresses.test(css)) return noted`an address in CSS`;
  for (const [, rule = ''] of css.matchAll(/@([\w-]*)/g)) {
    if (!/^(?:media|supports|font-face)$/i.test(rule)) return noted`@${rule} in CSS`;
  }
  for (const [, first] of css.matchAll(/url\s*\(\s*["']?\s*(.?)/gis))
    if (first !== '#') return noted`an address in CSS`;
  return /javascript:|-moz-binding|behavior\s*:/i.test(css) ? noted`a script in CSS` : null;
}

/** Thrown at the first thing that is not allowed. */
class Refusal extends Error {}

function refuse(what: string): never {
  throw new Refusal(what);
}

function checkAttribute({ name, local, prefix, uri, value }: SaxesAttributeNS, isSvg: boolean): void {
  if (uri === xmlns || prefix === 'xmlns' || name === 'xmlns') return;
  if (/^on/i.test(local)) refuse(name);
  if (uri === xml && !/^(?:space|lang|id)$/.test(local)) refuse(name);
  if (local.toLowerCase() === 'href') {
    const isOurs = uri === '' || uri === xlink;
    if (!isOurs || !harmlessAddress.test(value)) refuse(noted`${name} to another place`);
    return;
  }
  if (uri === xlink || uri === xml || isEditorNamespace(uri)) return;
  if (uri !== '') refuse(name);
  if (!isSvg || isText(name)) return;
  if (!attributes.has(name)) refuse(name);
  const problem = problemOfCss(value);
  if (problem !== null) refuse(noted`${name}: ${problem}`);
}

/** Internal texts that are plain texts, as Illustrator writes them for its namespaces. */
function plainEntities(doctype: string): readonly (readonly [name: string, text: string])[] {
  const bracket = doctype.indexOf('[');
  const outer = bracket === -1 ? doctype : doctype.slice(0, bracket);
  const isKnown = /^\s*svg\s*(?:PUBLIC\s+"-\/\/W3C\/\/DTD SVG [^"]*"\s+"https?:\/\/www\.w3\.org\/[^"]*"\s*)?$/.test(
    outer,
  );
  if (!isKnown) refuse(noted`a DOCTYPE of its own`);
  if (bracket === -1) return [];
  const inner = doctype.slice(bracket + 1, doctype.lastIndexOf(']'));
  const declaration = /<!ENTITY\s+([A-Za-z_][\w.-]{0,99})\s+(?:"([^"&%<]{0,1000})"|'([^'&%<]{0,1000})')\s*>/g;
  if (inner.replace(declaration, '').trim() !== '') refuse(noted`a DTD of its own`);
  const texts = [...inner.matchAll(declaration)];
  if (texts.length > 100) refuse(noted`more than 100 entities`);
  return texts.map(([, name = '', double, single]) => [name, double ?? single ?? '']);
}

/** @throws when the bytes are not valid in the encoding that they name */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
  }
  const declared = /^[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  );
  const encoding = (declared?.[1] ?? 'utf-8').toLowerCase();
  if (!/^(?:utf-?8|us-ascii|iso-8859-1|windows-1252)$/.test(encoding)) refuse(noted`the encoding ${encoding}`);
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/**
 * Reads the whole document by an allow-list of elements, attributes and namespaces. Data of editing programs is allowed
 * anywhere, but its content is judged like everything else.
 */
export function svgVerdict(bytes: Uint8Array): SvgVerdict {
  if (bytes.length > maxVerdictBytes)
    return { isClean: false, reason: noted`larger than ${sizeText(maxVerdictBytes)}` };
  const parser = new SaxesParser({ xmlns: true });
  let levels = 0;
  let css: string | null = null;
  const addCss = (text: string): void => {
    if (css !== null) css += text;
  };
  const open = ({ name, local, uri, attributes: tagAttributes }: SaxesTagNS): void => {
    levels += 1;
    if (levels > maxLevels) refuse(noted`more than ${maxLevels} levels`);
    const isSvg = uri === svg;
    if (isSvg ? !elements.has(local) : !isEditorNamespace(uri)) refuse(`<${name}>`);
    if (levels === 1 && !(isSvg && local === 'svg')) refuse(`<${name}>`);
    if (css !== null) refuse(noted`<${name}> in <style>`);
    for (const attribute of Object.values(tagAttributes)) checkAttribute(attribute, isSvg);
    if (isSvg && local === 'style') css = '';
  };
  parser.on('opentag', open);
  parser.on('text', addCss);
  parser.on('cdata', addCss);
  parser.on('closetag', () => {
    levels -= 1;
    const problem = css === null ? null : problemOfCss(css);
    if (problem !== null) refuse(problem);
    css = null;
  });
  parser.on('doctype', (doctype) => {
    for (const [name, text] of plainEntities(doctype)) {
      // Browsers take the first of several declarations, and none of a predefined name.
      if (name in parser.ENTITIES) refuse(noted`a second text ${name}`);
      parser.ENTITIES[name] = text;
    }
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target !== 'xpacket') refuse(`<?${target}`);
  });
  try {
    parser.write(decode(bytes)).close();
    return { isClean: true, reason: null };
  } catch (error) {
    const reason = error instanceof Refusal ? error.message.slice(0, 80) : noted`not well-formed`;
    return { isClean: false, reason: noted`line ${parser.line}: ${reason}` };
  }
}

/**
 * The name of a document's first element, without its prefix; `null` when it is not XML.
 *
 * @param start the first bytes of a file
 */
export function rootElement(start: Uint8Array): string | null {
  const parser = new SaxesParser({ xmlns: false });
  let root: string | null = null;
  parser.on('opentagstart', ({ name }) => {
    root ??= name.slice(name.indexOf(':') + 1);
  });
  // Errors after the root are ignored, because the bytes end before the document does.
  parser.on('error', () => {});
  const isWide = start[0] === 0xff || start[0] === 0xfe;
  const encoding = isWide ? (start[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  const text = new TextDecoder(encoding).decode(start);
  if (!/^\s*</.test(text)) return null;
  parser.write(text);
  return root;
}
