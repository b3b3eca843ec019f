import { ownAddresses } from '../lib/own-addresses.js';

/** Whose an address is. `programs`: never a page; `docs`, `assets`: of the server; `null`: nothing is there. */
type Owner = 'programs' | 'docs' | 'assets' | 'workspace' | 'portal' | null;

const below = (paths: string): RegExp => new RegExp(`^/(?:${paths})(?:[/?]|$)`);

const ofEveryHost: readonly (readonly [Owner, RegExp])[] = [
  ...(['programs', 'docs', 'assets'] as const).map(
    (owner) => [owner, below(ownAddresses[owner].join('|').replaceAll('.', '\\.'))] as const,
  ),
];

const ofSharedHost: typeof ofEveryHost = [
  ...ofEveryHost,
  ['workspace', below('backend|-/workspace|brands/[^/?]+/-/workspace')],
  ['portal', /^\/(?:$|\?|brands(?:[/?]|$))/],
];

const ofOwnHost: typeof ofEveryHost = [...ofEveryHost, ['workspace', below('-/workspace')], ['portal', /^/]];

/** @param isOwnHost whether the host is that of one brand, where its portal has all that is left */
export function ownerOf(url: string, isOwnHost = false): Owner {
  return (isOwnHost ? ofOwnHost : ofSharedHost).find(([, pattern]) => pattern.test(url))?.[0] ?? null;
}
