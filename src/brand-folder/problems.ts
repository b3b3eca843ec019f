export interface Problem {
  /** Relative to the brand folder. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** A dotted path such as `blocks.0.data.level`; empty when the problem is the file itself. */
  readonly field: string;
  readonly message: string;
}

const maxShown = 50;

/** Everything that keeps a brand folder from being imported. */
export class FolderError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.slice(0, maxShown).map(toLine);
    if (problems.length > maxShown) lines.push(`… and ${problems.length - maxShown} more`);
    super(lines.join('\n'));
    this.name = 'FolderError';
    this.problems = problems;
  }
}

function toLine({ file, line, field, message }: Problem): string {
  return `${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`;
}

const collator = new Intl.Collator('en', { numeric: true });

/** `2-x` before `10-x`; total, so that an order never depends on how a disk lists its files. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Collects what is wrong, so that one run shows all of it. */
export class Problems {
  readonly #problems: Problem[] = [];

  add(file: string, message: string, { line = 1, field = '' } = {}): void {
    this.#problems.push({ file, line, field, message });
  }

  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    throw new FolderError(this.#problems.toSorted((a, b) => compareNames(a.file, b.file) || a.line - b.line));
  }
}
