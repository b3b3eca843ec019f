import type { FontFacts } from '../../content/files/inspector.js';
import { fileTypes } from '../../content/files/types.js';
import type { Spooled } from '../../files/brand-files.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { addFont, type NewFont } from '../../operations/add-font.js';
import type { Call, Result } from '../../operations/engine/call.js';
import { noInput } from '../../operations/engine/contract.js';
import { onceKey } from '../../operations/engine/idempotency.js';
import type { Service } from '../service.js';
import { bodyOf, keepUnlessPurged, received, type SentFile } from './uploads.js';

/** Upper bound on the bytes of a font, which readers load with each page. */
export const maxFontBytes = 10 * 1024 * 1024;

/** File types that fonts have. */
export const fontExtensions = [...fileTypes.values()].flatMap(({ extension, font }) => (font ? [extension] : []));

/** Fields of a form about a font. The file says what they leave out. */
export type SentFont = Omit<NewFont, 'family' | 'weights' | 'style'> & Partial<NewFont>;

/**
 * Stores a font, as one change: its file, its faces and its roles.
 *
 * @param sent `font`: called when the whole file has arrived
 * @throws PortalError
 */
export async function storeFont(
  service: Service,
  call: Call,
  source: AsyncIterable<Uint8Array>,
  sent: Pick<SentFile, 'name' | 'once'> & { font(): Promise<SentFont> },
  confirm: () => Promise<void>,
): Promise<Result<undefined>> {
  return received(service, call, source, limitsOf(service), async (spooled, files) => {
    const { look, facts } = await lookAtFont(service, spooled, sent.name);
    const font = withFacts(await sent.font(), facts);
    const title = font.family ? `${font.family} ${font.weights?.join(', ')} ${font.style}` : '';
    const file = bodyOf(spooled, look, { name: sent.name, fallbackTitle: title });
    const body = { ...font, file };
    await confirm();
    await keepUnlessPurged(service, call, files, spooled);
    const keyed = sent.once ? { ...call, idempotencyKey: onceKey(sent.once, body) } : call;
    return service.run(addFont, keyed, { ...noInput, body });
  });
}

/**
 * Facts in a font; the file is not kept.
 *
 * @throws PortalError
 */
export function readFont(
  service: Service,
  call: Call,
  source: AsyncIterable<Uint8Array>,
  name: string,
): Promise<FontFacts | null> {
  return received(service, call, source, limitsOf(service), async (spooled) => {
    return (await lookAtFont(service, spooled, name)).facts;
  });
}

const limitsOf = ({ limits }: Service) => ({ maxBytes: Math.min(limits.fileBytes, maxFontBytes) });

async function lookAtFont({ inspector }: Service, { path }: Spooled, name: string) {
  const look = await inspector.look(path, name, true).catch((error) => {
    if (error instanceof PortalError && error.code === 'invalid') return null;
    throw error;
  });
  if (look === null || !fontExtensions.includes(look.extension))
    throw invalidField('file', 'A font is a file of the type WOFF2, WOFF, TTF or OTF.');
  return { look, facts: await inspector.font(path) };
}

/** A font with what was left out taken from its file. */
export function withFacts(font: SentFont, facts: FontFacts | null): SentFont {
  return {
    ...font,
    ...(facts?.family && { family: font.family ?? facts.family }),
    weights: font.weights ?? facts?.weights.slice() ?? [400],
    style: font.style ?? facts?.style ?? 'normal',
  };
}
