import { isoSeconds } from '../lib/clock.js';
import type { GrantRecord } from './records.js';
import { requirePerson } from './registry.js';
import { macBytes, type Seals } from './seals.js';
import type { Verbs } from './verbs.js';

/** Age from which the newest token gets a successor. */
const rotationMs = 3_600_000;
/** Time for which the token before the newest still works: its answer may have been lost. */
const graceMs = 60_000;

/** Fate of a token: it stays, it gets a successor, or it is too old, so that whoever sends it may have stolen it. */
type Fate = 'current' | 'rotated' | 'reused';

/** Refresh tokens: the id of a grant and a number, with a MAC. No token is stored; the grant's record has the newest number. */
export class RefreshTokens<ActiveGrant extends { readonly grant: GrantRecord }> {
  constructor(
    private readonly verbs: Verbs,
    private readonly seals: () => Promise<Seals>,
    private readonly findGrant: (id: string) => Promise<ActiveGrant | null>,
  ) {}

  async issue(id: string, generation: number): Promise<string> {
    const text = Buffer.from(`${id}.${generation}`);
    const mac = (await this.seals()).mac('refresh', text);
    return `bp_${Buffer.concat([mac, text]).toString('hex')}`;
  }

  /** A token's grant, and the token's state; `null` if it is not a valid refresh token. */
  async recognise(token: string): Promise<(ActiveGrant & { readonly generation: number; readonly fate: Fate }) | null> {
    const bytes = Buffer.from(/^bp_([0-9a-f]{1,200})$/.exec(token)?.[1] ?? '', 'hex');
    const text = bytes.subarray(macBytes);
    if (!(await this.seals()).isMac('refresh', text, bytes.subarray(0, macBytes))) return null;
    const [id = '', number] = text.toString().split('.');
    const active = await this.findGrant(id);
    const generation = Number(number);
    return active && { ...active, generation, fate: fateOf(active.grant, generation, this.verbs.clock()) };
  }

  /**
   * Raises the number of the newest token.
   *
   * @returns `false` when the token is too old by now
   */
  rotate(id: string, generation: number): Promise<boolean> {
    return this.verbs.write('grants.refresh', {
      apply({ registry, now, put, commit }) {
        const grant = registry.grants.get(id);
        const fate = grant && fateOf(grant, generation, now);
        if (grant === undefined || fate === 'reused') return false;
        if (generation < grant.generation) return true;
        put('grants', { ...grant, generation: generation + 1, refreshed_at: isoSeconds(now) });
        commit(`Refresh grant ${id}`, requirePerson(registry, grant.person));
        return true;
      },
    });
  }
}

function fateOf({ generation: newest, refreshed_at }: GrantRecord, generation: number, now: Date): Fate {
  const ageMs = now.getTime() - Date.parse(refreshed_at);
  if (generation === newest) return ageMs < rotationMs ? 'current' : 'rotated';
  return generation === newest - 1 && ageMs <= graceMs ? 'rotated' : 'reused';
}
