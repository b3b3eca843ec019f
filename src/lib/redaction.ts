/** A key, percent-encoded or not, also cut short or in the wrong case. */
const plainKey = /(?:b|%[46]2)(?:p|%[57]0)(?:_|%5f)(?:[0-9a-z]|%[0-9a-f]{2}){12,}/i;

/** A key in base64, as in `Authorization: Basic`: `bp_` at each of three offsets in a group of four characters. */
const encodedKey = /(?:YnBf|[2GWm]JwX|icF[89])[0-9A-Za-z]{16,}/;

/** A webhook's secret, also cut short. */
const webhookSecret = /whsec_[0-9A-Za-z+/%]{12,}=*/;

const plainKeys = new RegExp(plainKey, 'gi');
const encodedKeys = new RegExp(encodedKey, 'g');
const webhookSecrets = new RegExp(webhookSecret, 'g');

/** Whether the text holds anything like a key or a webhook's secret. */
export function holdsApiKey(text: string): boolean {
  // The access log asks this of every line, and hardly one has a sign that all but the encoded form begin with.
  const mayBePlain = text.includes('_') || text.includes('%');
  return (mayBePlain && (plainKey.test(text) || webhookSecret.test(text))) || encodedKey.test(text);
}

/** The text with `bp_…` and `whsec_…` in place of secrets, for readers other than their owner. */
export function hideApiKeys(text: string): string {
  return holdsApiKey(text)
    ? text.replace(plainKeys, 'bp_…').replace(encodedKeys, 'bp_…').replace(webhookSecrets, 'whsec_…')
    : text;
}
