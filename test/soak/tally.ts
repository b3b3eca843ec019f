/** What happened, counted: by who asked and what came of it. Unexpected things are kept in words. */
export class Tally {
  readonly requests = new Map<string, Map<string, number>>();
  readonly inputs = new Map<string, number>();
  readonly problems: string[] = [];
  unexpected5xx = 0;
  total = 0;

  /** @param outcome a status, or a word such as `cut` */
  count(who: string, outcome: number | string): void {
    this.total += 1;
    let of = this.requests.get(who);
    if (of === undefined) {
      of = new Map();
      this.requests.set(who, of);
    }
    of.set(String(outcome), (of.get(String(outcome)) ?? 0) + 1);
  }

  input(kind: string): void {
    this.inputs.set(kind, (this.inputs.get(kind) ?? 0) + 1);
  }

  problem(what: string): void {
    if (this.problems.length === 100) return;
    this.problems.push(what);
    process.stderr.write(`\nproblem: ${what}\n`);
  }
}
