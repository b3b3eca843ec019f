import type { WebhookFigures, WebhookObserver } from '../webhooks/worker.js';
import type { Meters } from './meters.js';

export interface WebhookMetrics extends WebhookObserver {
  /** How the webhooks are now. */
  look(figures: WebhookFigures): void;
}

/** Counts deliveries over all brands: never by brand, hook or address. */
export function webhookMetrics(meters: Meters): WebhookMetrics {
  const deliveries = meters.counter('webhook_deliveries_total', 'Requests to webhooks by outcome.', 'outcome');
  for (const outcome of ['delivered', 'failed', 'given_up']) deliveries.inc({ outcome }, 0);
  const hooks = meters.gauge('webhooks', 'Webhooks by state; none while another process sends.', 'state');
  const lag = meters.gauge(
    'webhook_lag_seconds',
    'Age of the oldest change that a webhook was not told of, those given up or unsigned left out.',
  );
  return {
    onOutcome: (outcome) => deliveries.inc({ outcome }),
    look({ states, lagSeconds }) {
      for (const [state, count] of Object.entries(states)) hooks.set({ state }, count);
      lag.set(lagSeconds);
    },
  };
}
