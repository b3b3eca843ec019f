/** An API key, percent-encoded or not, complete or cut short, in either case. */
const plainKey = /(?:b|%[46]2)(?:p|%[57]0)(?:_|%5f)(?:[0-9a-z]|%[0-9a-f]{2}){12,}/i;

/** A key in base64, as in `Authorization: Basic`: `bp_` at each of three offsets in a group of four characters. */
const encodedKey = /(?:YnBf|[2GWm]JwX|icF[89])[0-9A-Za-z]{16,}/;

/** A webhook's secret, also cut short. */
const webhookSecret = /whsec_[0-9A-Za-z+/%]{12,}=*/;

const plainKeys = new RegExp(plainKey, 'gi');
const encodedKeys = new RegExp(encodedKey, 'g');
const webhookSecrets = new RegExp(webhookSecret, 'g');

/** Whether the text contains anything like an API key or a webhook's secret. */
export function holdsApiKey(text: string): boolean {
  // A cheap test first, because the access log checks every line, and few lines have one of these characters.
  const mayBePlain = text.includes('_') || text.includes('%');
  return (mayBePlain && (plainKey.test(text) || webhookSecret.test(text))) || encodedKey.test(text);
}

/** Replaces secrets by `bp_…` and `whsec_…`, for readers other than their owner. */
export function hideApiKeys(text: string): string {
  return holdsApiKey(text)
    ? text.replace(plainKeys, 'bp_…').replace(encodedKeys, 'bp_…').replace(webhookSecrets, 'whsec_…')
    : text;
}
