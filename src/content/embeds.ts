/** Provider whose content a page can show in a frame. The list is part of the program; content names only ids. */
interface Provider {
  readonly key: string;
  readonly name: string;
  /** Country of the company that gets the reader's network address (ISO 3166). */
  readonly country: string;
  /** Addresses of its content, without scheme; their groups are the ids. */
  readonly addresses: readonly RegExp[];
  /** Address of the frame, made only from ids. */
  frame(ids: readonly string[]): string;
  /** Whether it shows nothing unless it is told the origin of the page. */
  readonly needsOrigin?: true;
}

const providers = [
  {
    key: 'youtube',
    name: 'YouTube',
    country: 'US',
    addresses: [
      /^(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?:[&#]|$)/,
      /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|shorts|live)\/([\w-]{11})(?:[/?#]|$)/,
      /^youtu\.be\/([\w-]{11})(?:[/?#]|$)/,
    ],
    frame: ([id]) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
    needsOrigin: true,
  },
  {
    key: 'vimeo',
    name: 'Vimeo',
    country: 'US',
    addresses: [
      /^(?:www\.)?vimeo\.com\/(\d{1,12})(?:\/([\da-f]{6,20}))?(?:[/?#]|$)/,
      /^player\.vimeo\.com\/video\/(\d{1,12})(?:\?(?:[^#]*&)?h=([\da-f]{6,20}))?(?:[?&#]|$)/,
    ],
    frame: ([id, hash]) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${hash ? `&h=${hash}` : ''}`,
    needsOrigin: true,
  },
  {
    key: 'figma',
    name: 'Figma',
    country: 'US',
    addresses: [
      /^(?:www\.)?figma\.com\/(?:file|design)\/(\w{10,40})(?:\/[^?#]*)?(?:\?(?:[^#]*&)?node-id=(\d{1,9}[-:]\d{1,9}))?(?:[?&#]|$)/,
    ],
    frame: ([key, node]) =>
      `https://embed.figma.com/design/${key}?embed-host=share${node ? `&node-id=${node.replace(':', '-')}` : ''}`,
  },
  {
    key: 'storybook',
    name: 'Storybook (Chromatic)',
    country: 'US',
    addresses: [
      /^((?:[a-z\d]+-{1,2})*[a-z\d]{6,40})\.chromatic\.com\/(?:iframe\.html)?\?(?:[^#]*&)?(?:path=\/(?:story|docs)\/|id=)([a-z\d]+(?:-{1,2}[a-z\d]+)*)(?:[&#]|$)/,
    ],
    frame: ([project, story]) => `https://${project}.chromatic.com/iframe.html?id=${story}&viewMode=story`,
  },
  {
    key: 'miro',
    name: 'Miro',
    country: 'US',
    addresses: [/^(?:www\.)?miro\.com\/app\/(?:board|live-embed)\/([\w-]{6,30}=?)(?:[/?#]|$)/],
    frame: ([board]) => `https://miro.com/app/live-embed/${board}/`,
  },
] as const satisfies readonly Provider[];

export const providerKeys = providers.map(({ key }) => key);
/** @param off keys of providers that are switched off */
export const providerNames = (off: readonly string[]): readonly string[] =>
  providers.filter(({ key }) => !off.includes(key)).map(({ name }) => name);

/** Longest address that is looked at. */
const maxAddress = 2000;

export interface Embed extends Pick<Provider, 'name' | 'country'> {
  /** Address of the frame. */
  readonly frame: string;
  /** Whether the provider is told the origin of the page. */
  readonly needsOrigin: boolean;
}

/**
 * Embed that a frame of the page can show; `null` for any address that is not written exactly as one of a provider: another
 * scheme, a name, password or port, another host, a character that browsers leave out or decode.
 *
 * @param off keys of providers that are switched off
 */
export function embedOf(address: string, off: readonly string[] = []): Embed | null {
  const [, rest = ''] = /^https:\/\/([!-~]+)$/.exec(address.slice(0, maxAddress + 1)) ?? [];
  if (rest === '' || address.length > maxAddress || rest.includes('\\')) return null;
  for (const provider of providers) {
    const { key, name, country, addresses, frame }: Provider = provider;
    const found = addresses.map((pattern) => pattern.exec(rest)).find((match) => match !== null);
    if (found == null) continue;
    if (off.includes(key)) return null;
    return { name, country, frame: frame(found.slice(1)), needsOrigin: 'needsOrigin' in provider };
  }
  return null;
}
