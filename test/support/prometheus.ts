export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const metric = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/**
 * Reads an answer in Prometheus's text format, version 0.0.4, more strictly than Prometheus does.
 *
 * @throws when a line is none, a family is not described once and in one piece, a series is there twice, or the buckets
 * of a histogram do not add up
 */
export function readMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const samples: Sample[] = [];
  const [types, seen] = [new Map<string, string>(), new Set<string>()];
  let family = '';
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (types.has(name)) throw new Error(`${name} is described twice`);
      family = name;
    } else if (kind === 'TYPE') {
      if (name !== family || !/^(counter|gauge|histogram|summary)$/.test(rest)) throw new Error(`Misplaced: ${line}`);
      types.set(name, rest);
    } else {
      const sample = readSample(line);
      const suffix = types.get(family) === 'histogram' ? /_(bucket|sum|count)$/ : /_(sum|count)$|$/;
      if (sample.name !== family && sample.name.replace(suffix, '') !== family) throw new Error(`Stray: ${line}`);
      const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (seen.has(series)) throw new Error(`Twice: ${line}`);
      seen.add(series);
      samples.push(sample);
    }
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, samples);
  return samples;
}

function readSample(line: string): Sample {
  const [, name = '', inner = '', number = ''] = metric.exec(line) ?? [];
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number);
  if (name === '' || (Number.isNaN(value) && number !== 'Nan')) throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  for (let at = 0; at < inner.length; at = label.lastIndex) {
    const [, key = '', text = ''] = label.exec(inner) ?? [];
    if (key === '' || key in labels) throw new Error(`Bad labels: ${line}`);
    labels[key] = text;
  }
  return { name, labels, value };
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const byLabels = new Map<string, Sample[]>();
  for (const sample of samples.filter((one) => one.name === `${name}_bucket`)) {
    const { le: _, ...others } = sample.labels;
    const key = JSON.stringify(others);
    byLabels.set(key, [...(byLabels.get(key) ?? []), sample]);
  }
  for (const [key, buckets] of byLabels) {
    const isRising = buckets.every(({ value }, at) => at === 0 || value >= (buckets[at - 1] as Sample).value);
    const count = samples.find((one) => one.name === `${name}_count` && JSON.stringify(one.labels) === key);
    const last = buckets.at(-1);
    if (!isRising || last?.labels.le !== '+Inf' || last.value !== count?.value) throw new Error(`${name} ${key}`);
  }
}

/** The sum over all samples of the name that have these labels, `undefined` when there is none. */
export function total(samples: readonly Sample[], name: string, labels: Record<string, string> = {}) {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
