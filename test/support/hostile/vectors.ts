/** What a browser would run. */
export const run = 'alert(1)';

/** Each first with each second. */
export function pairs<A, B>(first: readonly A[], second: readonly B[], join: (a: A, b: B) => string): string[] {
  return first.flatMap((a) => second.map((b) => join(a, b)));
}

export const words = (text: string): string[] => text.split(' ');

/** In double quotes. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '&quot;')}"`;

export const payloads = [`<img src=x onerror=${run}>`, `<script>${run}</script>`, `<p id=x onclick=${run}>a</p>`];
