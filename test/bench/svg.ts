export interface Curve {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const chart = { width: 320, height: 250, left: 62, right: 24, top: 42, bottom: 48 };
const plotWidth = chart.width - chart.left - chart.right;
const plotHeight = chart.height - chart.top - chart.bottom;

const steps = 5;

/** One colour of text for light, one for dark; the lines' colours stand out on both. */
const style = `
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .title { font-weight: 600; font-size: 13px; }
  .axis { stroke: #57606a; } .grid { stroke: #8c959f; stroke-opacity: .35; }
  polyline { fill: none; stroke-width: 2; }
  .line0 { stroke: #2f81f7; } .dot0 { fill: #2f81f7; }
  .line1 { stroke: #d9730d; stroke-dasharray: 6 4; } .dot1 { fill: #d9730d; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .axis { stroke: #9ea7b3; } }`;

/** A round number at or above the value: 1, 2 or 5 and zeros. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((factor) => factor * power >= value) ?? 10) * power;
}

const format = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
const text = (x: number, y: number, content: string, rest = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${rest}>${content}</text>`;
const line = (kind: string, from: Point, to: Point): string =>
  `<line class="${kind}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;

/** Pages on a logarithmic axis, from left to right; what they cost on a linear one from 0. */
function drawCurve({ title, unit, lines }: Curve, offset: number, xLabel: string): string {
  const points = lines.flatMap((each) => each.points);
  const highest = roundUp(Math.max(...points.map(({ y }) => y)));
  const logs = points.map(({ x }) => Math.log10(x));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const bottom = chart.top + plotHeight;
  const x = (value: number): number => chart.left + ((Math.log10(value) - low) / (high - low || 1)) * plotWidth;
  const y = (value: number): number => bottom - (value / highest) * plotHeight;
  const parts = [text(chart.left, 16, `${title} (${unit})`, 'class="title"')];
  for (let step = 0; step <= steps; step += 1) {
    const value = (highest / steps) * step;
    const [from, to] = [chart.left, chart.left + plotWidth].map((at) => ({ x: at, y: y(value) })) as [Point, Point];
    parts.push(line(step === 0 ? 'axis' : 'grid', from, to));
    parts.push(text(chart.left - 6, y(value) + 4, format(value), 'text-anchor="end"'));
  }
  for (const value of new Set(points.map((point) => point.x))) {
    parts.push(line('axis', { x: x(value), y: bottom }, { x: x(value), y: bottom + 4 }));
    parts.push(text(x(value), bottom + 18, format(value), 'text-anchor="middle"'));
  }
  parts.push(text(chart.left + plotWidth / 2, bottom + 38, xLabel, 'text-anchor="middle"'));
  lines.forEach((each, index) => {
    const at = each.points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`);
    parts.push(`<polyline class="line${index}" points="${at.join(' ')}"/>`);
    for (const point of each.points) {
      parts.push(`<circle class="dot${index}" cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="3.5"/>`);
    }
    if (each.name === '') return;
    const place = chart.left + 8 + index * 110;
    parts.push(`<circle class="dot${index}" cx="${place}" cy="30" r="3.5"/>`, text(place + 8, 34, each.name));
  });
  return `<g transform="translate(${offset} 0)">\n${parts.join('\n')}\n</g>`;
}

export function drawCurves(curves: readonly Curve[], xLabel: string): string {
  const width = chart.width * curves.length;
  const drawn = curves.map((curve, index) => drawCurve(curve, index * chart.width, xLabel));
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${chart.height}" role="img"`;
  const label = curves.map(({ title }) => title).join('; ');
  return `${head} aria-label="${label}">\n<style>${style}\n</style>\n${drawn.join('\n')}\n</svg>\n`;
}
