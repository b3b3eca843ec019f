import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sharedMetrics } from '../../src/metrics/content.js';
import { Meters } from '../../src/metrics/meters.js';
import type { SharedStorage } from '../../src/service/shared/shared-storage.js';
import { projectFolder } from '../support/child-server.js';
import { temporaryDirectory } from '../support/git.js';
import { readMetrics, type Sample } from '../support/prometheus.js';
import { serving } from './serving.js';

const folder = join(projectFolder, '.deploy');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const rules: Rule[] = parse(read('monitoring/alerts.yaml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
const panels: Panel[] = JSON.parse(read('monitoring/dashboard.json')).panels;
const drawn = panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...drawn.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** Metrics in an expression, with what it wants of their labels. */
const named = (expr: string): [name: string, label: string, value: string][] =>
  [...expr.matchAll(/\b((?:brand_portal|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', selector = '']) => {
      const labels = [...selector.matchAll(/(\w+)(=~?)"([^"]*)"/g)];
      const own = labels.filter(([, label = '']) => !['job', 'instance'].includes(label));
      if (own.length === 0) return [[name, '', ''] as [string, string, string]];
      return own.map(([, label = '', how, value = '']): [string, string, string] => [
        name,
        label,
        how === '=' ? value : '',
      ]);
    },
  );

/** Samples of a node, which has metrics that a portal on one machine has not. */
async function ofNode(): Promise<Sample[]> {
  const registry = new Registry();
  const counters = { won: 0, lost: 0, undecided: 0, checks: 0, applied: 0 };
  const portal = { counters, figures: () => ({ slots: 0, failingMs: 0 }) };
  sharedMetrics(new Meters(registry), { portal, cacheBytes: 0 } as unknown as SharedStorage);
  return readMetrics(await registry.metrics());
}

describe('alert rules and the dashboard', () => {
  it('name only metrics, labels and values that are served', async () => {
    const { key, server, scrape } = await serving();
    await server.send(key, 'POST', '/pages', { title: 'A' });
    const samples = [...(await scrape()), ...(await ofNode())];
    const isServed = ([name, label, value]: [string, string, string]): boolean =>
      samples.some(
        ({ name: served, labels }) =>
          served === name && (label === '' || (value === '' ? label in labels : labels[label] === value)),
      );
    const wanted = expressions.flatMap(named);
    expect(wanted.length).toBeGreaterThan(expressions.length - 3);
    expect(wanted.filter((one) => !isServed(one))).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  it('are complete: each alert says what is wrong where, and no two have a name or a number', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      expect([alert, /^BrandPortal[A-Z]\w+$/.test(alert), expr.length > 0]).toEqual([alert, true, true]);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toContain('{{ $labels.instance }}');
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, targets = [] } of drawn) expect([title, targets.length > 0]).toEqual([title, true]);
    for (const expr of expressions) {
      expect([expr, expr.split('(').length]).toEqual([expr, expr.split(')').length]);
    }
  });
});

const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const itWith = (program: string) => it.skipIf(!isInstalled(program));

itWith('systemd-analyze')('the units are valid, and the timer starts the backup (skipped without systemd)', () => {
  const units = temporaryDirectory();
  for (const file of readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))) {
    const text = read(file).replaceAll('/usr/bin/node', process.execPath).replaceAll('=brand-portal\n', '=root\n');
    writeFileSync(join(units, file), text);
  }
  const files = readdirSync(units).map((file) => join(units, file));
  expect(files).toHaveLength(3);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  expect([status, stderr.split('\n').filter((line) => line.includes(units))]).toEqual([0, []]);
  expect(execFileSync('systemd-analyze', ['calendar', '*-*-* 02:30:00'], { encoding: 'utf8' })).toContain('02:30:00');
  expect(read('brand-portal-backup.timer')).toContain('OnCalendar=*-*-* 02:30:00\n');
});

it('the backup runs as the server does: the same user, program, data and configuration', () => {
  const [service, backup] = [read('brand-portal.service'), read('brand-portal-backup.service')];
  const inBoth = /^(?:User|Group|WorkingDirectory)=.+$|\/opt\/\S+main\.js|BRAND_PORTAL_DATA=\S+|\/etc\/\S+\.yaml/gm;
  const sorted = (text: string) => [...new Set(text.replace(/^#.*$/gm, '').match(inBoth))].sort();
  expect(sorted(backup)).toEqual(sorted(service));
  const [, directory = ''] = /backup --all (\S+)/.exec(backup) ?? [];
  expect(backup).toMatch(new RegExp(`^ReadWritePaths=.* ${directory}$`, 'm'));
});

it('the package has all of it', () => {
  const { files } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const wanted = readdirSync(folder).filter((name) =>
    /^(?:brand-portal.*|compose.yaml|Dockerfile|monitoring|proxy)$/.test(name),
  );
  expect(wanted).toHaveLength(7);
  expect(wanted.filter((name) => !files.includes(`.deploy/${name}`))).toEqual([]);
});

describe('examples of proxies', () => {
  it('lead to the default port and are read as YAML', () => {
    for (const file of ['Caddyfile', 'nginx.conf', 'traefik-brand-portal.yaml']) {
      expect([file, read(`proxy/${file}`).includes('127.0.0.1:3000')]).toEqual([file, true]);
    }
    const { http } = parse(read('proxy/traefik-brand-portal.yaml'));
    const { certificatesResolvers, entryPoints, providers } = parse(read('proxy/traefik.yaml'));
    const { 'brand-portal': router } = http.routers;
    expect(Object.keys(entryPoints)).toEqual(expect.arrayContaining(router.entryPoints));
    expect(Object.keys(http.services)).toContain(router.service);
    expect(Object.keys(certificatesResolvers)).toContain(router.tls.certResolver);
    expect(providers.file.filename).toBe('/etc/traefik/brand-portal.yaml');
  });

  itWith('caddy')('Caddy accepts its file (skipped without caddy)', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'proxy/Caddyfile')];
    expect(spawnSync('caddy', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  itWith('nginx')('nginx accepts its file (skipped without nginx)', () => {
    const prefix = temporaryDirectory();
    execFileSync('openssl', 'req -x509 -newkey rsa:2048 -nodes -subj /CN=a -keyout k.pem -out c.pem'.split(' '), {
      cwd: prefix,
    });
    const site = read('proxy/nginx.conf')
      .replace(/\S+fullchain/, `${prefix}/c`)
      .replace(/\S+privkey/, `${prefix}/k`);
    writeFileSync(join(prefix, 'site.conf'), site);
    writeFileSync(
      join(prefix, 'nginx.conf'),
      `pid ${prefix}/pid;\nevents {}\nhttp {\ninclude ${prefix}/site.conf;\n}\n`,
    );
    const args = ['-t', '-p', prefix, '-c', join(prefix, 'nginx.conf')];
    expect(spawnSync('nginx', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});
