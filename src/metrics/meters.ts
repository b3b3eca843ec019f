import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Creates meters in a registry. Their names begin with the product's name. */
export class Meters {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ ...this.#named(name), help, labelNames });
  }

  gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ ...this.#named(name), help, labelNames });
  }

  /** A gauge by callback, read at each scrape. */
  reading(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ ...this.#named(name), help, collect: () => gauge.set(read()) });
  }

  /** A counter by callback, for totals that are counted elsewhere. */
  counted(name: string, help: string, read: () => number): void {
    const collect = (): void => {
      counter.reset();
      counter.inc(read());
    };
    const counter: Counter = new Counter({ ...this.#named(name), help, collect });
  }

  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ): Histogram<Label> {
    return new Histogram({ ...this.#named(name), help, buckets, labelNames });
  }

  #named(name: string): { readonly name: string; readonly registers: Registry[] } {
    return { name: `brand_portal_${name}`, registers: this.#registers };
  }
}
