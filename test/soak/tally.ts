/** What happened: counts by client and outcome, and in words what should not have. */
export class Tally {
  readonly requests = new Map<string, Map<string, number>>();
  readonly inputs = new Map<string, number>();
  readonly problems: string[] = [];
  unexpected5xx = 0;
  total = 0;

  /** @param outcome a status, or a word such as `cut` */
  count(who: string, outcome: number | string): void {
    this.total += 1;
    const outcomes = this.requests.get(who) ?? new Map<string, number>();
    this.requests.set(who, outcomes);
    outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1);
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
