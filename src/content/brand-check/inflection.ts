const abbreviation = /^\p{Lu}+$/u;
const germanNoun = /^\p{Lu}\p{L}{2}/u;
/** A short word in lower case is English, where such an ending makes another word: `plan`, `plane`. */
const maybeGerman = /^\p{L}{6}|[äöüß]/u;

/** A word of a term as it may appear in a text, in lower case: with the regular endings of English and German. */
export function formsOf(word: string): string[] {
  const base = word.toLowerCase();
  if (!/^\p{L}[\p{L}\p{M}]+$/u.test(base)) return [base];
  const own = genitivesOf(base);
  if (abbreviation.test(word)) return own;
  return [...new Set([...own, ...englishForms(base), ...(isGerman(word) ? germanForms(base) : [])])];
}

/** Forms of a name: nothing else is added to one. */
export function genitivesOf(name: string): string[] {
  return [name, `${name}s`, `${name}'s`, `${name}’s`];
}

function isGerman(word: string): boolean {
  return germanNoun.test(word) || maybeGerman.test(word);
}

function englishForms(base: string): string[] {
  if (/[^aeiou]y$/.test(base)) return ['ies', 'ied'].map((ending) => base.slice(0, -1) + ending).concat(`${base}ing`);
  const plural = /(?:[sxzo]|[cs]h)$/.test(base) ? [`${base}es`] : [];
  if (base.length < 4) return plural;
  const stem = base.endsWith('e') ? base.slice(0, -1) : base;
  return [...plural, `${stem}ed`, `${stem}ing`];
}

function germanForms(base: string): string[] {
  const endings = base.endsWith('e') ? ['n', 'r', 'm'] : ['e', 'en', 'er', 'ern', 'em', 'es'];
  return [...endings, ...(/[lr]$/.test(base) ? ['n'] : [])].map((ending) => base + ending);
}
