import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** All meters of a process with their values. */
export type MetricFigures = MetricObjectWithValues<MetricValue<string>>[];

/** Figures of several processes as one: each metric by its aggregator, the sum where it names none. */
export function aggregated(all: readonly MetricFigures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...all]).metrics();
}

/** Of figures, those that only grow: what a process has counted stays counted when it has ended. */
export async function growing(all: readonly MetricFigures[]): Promise<MetricFigures> {
  const figures = await AggregatorRegistry.aggregate([...all]).getMetricsAsJSON();
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
