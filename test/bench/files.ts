import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { freePort } from '../support/free-port.js';
import { slug } from './data.js';
import type { Context } from './harness.js';
import { portal } from './processes.js';

/** A photograph of 24 megapixels, as noisy as one at dusk. */
export async function takePhoto(path: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  await sharp({ create: { width: 6000, height: 4000, channels: 3, noise, background: '#888' } })
    .jpeg()
    .toFile(path);
}

/** Adds a file to the brand and releases it. @returns the id of its medium */
export async function addReleased(data: string, path: string): Promise<string> {
  const { id } = JSON.parse(await portal('media', 'add', slug, path, '--json', '--data', data)) as { id: number };
  await portal('media', 'release', slug, String(id), '--data', data);
  return String(id);
}

/** nginx with one process, serving the folder of a file with `sendfile`. @returns the URL of the file */
export async function nginx(context: Context, path: string): Promise<string> {
  const folder = await context.folder();
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const server = `listen 127.0.0.1:${port}; root ${dirname(path)};`;
  const http = `access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; ${temporary.join(' ')}`;
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; user root; worker_processes 1; pid ${folder}/pid; events { worker_connections 1024; }
     http { ${http} server { ${server} } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  context.atEnd(() => {
    child.kill('SIGTERM');
    return ended;
  });
  while (!(await isListening(port))) await wait(50);
  return `http://127.0.0.1:${port}${path.slice(dirname(path).length)}`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
