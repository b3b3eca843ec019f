/** Class of people who see only part of a brand. Everyone else sees all of it. Two visitors of one class see the same. */
export interface Visitor {
  /** Names the class; letters, digits and dots. */
  readonly name: string;
  /** Whether internal pages are shown, not only public ones. */
  readonly internal: boolean;
  readonly facts: boolean;
  /** Whether the published corporate language is shown. */
  readonly language: boolean;
  /** Languages that the visitor translates: also those that are not shown. */
  readonly translates?: readonly string[];
  readonly preview?: Preview;
}

/** Proposal that a guest sees as if it were merged. */
interface Preview {
  readonly proposal: number;
  /** Pages that are shown whatever their visibility, as far as the proposal changes them. */
  readonly pages: ReadonlySet<number>;
}

/** A person whose role in the brand is viewer. */
export const viewer: Visitor = { name: 'viewer', internal: true, facts: true, language: true };

/** A viewer who translates into some languages. */
export function translatorOf(tags: readonly string[]): Visitor {
  const translates = tags.toSorted();
  return translates.length === 0 ? viewer : { ...viewer, name: ['viewer', ...translates].join('.'), translates };
}

const guests = new Map<string, Visitor>();

/** Class of people who are not signed in. */
export function guestOf({ internal, facts, language }: Omit<Visitor, 'name' | 'preview'>): Visitor {
  const extras = Object.entries({ internal, facts, language }).filter(([, isShown]) => isShown);
  const name = ['guest', ...extras.map(([extra]) => extra)].join('.');
  const known = guests.get(name) ?? { name, internal, facts, language };
  guests.set(name, known);
  return known;
}

/**
 * Class of guests with a link that previews a proposal.
 *
 * @param link its id
 */
export function previewerOf(
  guest: Visitor,
  link: string,
  { proposal, pages }: { proposal: number; pages: readonly number[] },
): Visitor {
  return { ...guest, name: `${guest.name}.${link}`, preview: { proposal, pages: new Set(pages) } };
}
