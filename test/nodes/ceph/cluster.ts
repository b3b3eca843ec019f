import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import aws4 from 'aws4';
import { freePort } from '../../support/free-port.js';
import { environmentOf, type Program, pathOf, pluginsOf, run } from './programs.js';

export interface CephOptions {
  /** Of the programs; see `cephRoot`. */
  readonly root: string;
  /** Everything the cluster keeps; empty. */
  readonly folder: string;
  readonly osds?: 1 | 3;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

const startMs = 120_000;

/**
 * A real Ceph on the loopback interface, for tests: one monitor, object storage daemons over sparse files, one RADOS gateway that
 * speaks S3. No manager daemon. Nothing outside its folder is written.
 */
export class CephCluster {
  readonly #options: Required<Omit<CephOptions, 'signal'>> & Pick<CephOptions, 'signal'>;
  readonly #daemons = new Map<string, ChildProcess>();
  readonly #config: string;
  readonly accessKey = `TEST${randomBytes(8).toString('hex').toUpperCase()}`;
  readonly secretKey = randomBytes(20).toString('hex');
  #port = 0;

  private constructor(options: CephOptions) {
    this.#options = { osds: 1, ...options };
    this.#config = join(options.folder, 'ceph.conf');
  }

  /** Resolves when the gateway answers. */
  static async start(options: CephOptions): Promise<CephCluster> {
    const cluster = new CephCluster(options);
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #start(): Promise<void> {
    const { folder, osds } = this.#options;
    for (const name of ['mon', 'rgw', 'run', 'log', 'crash']) mkdirSync(join(folder, name), { recursive: true });
    const [fsid, v2, v1, port] = [randomUUID(), await freePort(), await freePort(), await freePort()];
    this.#port = port;
    writeFileSync(this.#config, this.#configuration(fsid, v2, v1));
    const keyring = join(folder, 'keyring');
    const make = (name: string, services: readonly string[], ...more: readonly string[]) => {
      const all = services.flatMap((service) => ['--cap', service, 'allow *']);
      return this.#run('ceph-authtool', [...more, keyring, '--gen-key', '-n', name, ...all]);
    };
    await make('mon.', ['mon'], '--create-keyring');
    await make('client.admin', ['mon', 'osd', 'mds', 'mgr']);
    const map = join(folder, 'monmap');
    const address = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
    await this.#run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, map]);
    await this.#run('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring]);
    this.#spawn('mon.a', 'ceph-mon', ['-i', 'a']);
    for (let id = 0; id < osds; id += 1) await this.#addOsd(id, keyring);
    await this.#until(async () => {
      const { num_up_osds: up } = JSON.parse(await this.#ceph('osd', 'stat', '--format', 'json'));
      return up === osds;
    });
    await this.startGateway();
    const user = [
      '--uid=test',
      '--display-name=test',
      `--access-key=${this.accessKey}`,
      `--secret-key=${this.secretKey}`,
    ];
    await this.#run('radosgw-admin', ['user', 'create', ...user, '-n', 'client.admin']);
  }

  async #addOsd(id: number, keyring: string): Promise<void> {
    const uuid = randomUUID();
    mkdirSync(join(this.#options.folder, `osd.${id}`));
    await this.#until(() => this.#ceph('osd', 'new', uuid).then(() => true));
    const rights = ['mon', 'allow profile osd', 'mgr', 'allow profile osd', 'osd', 'allow *'];
    appendFileSync(keyring, await this.#ceph('auth', 'get-or-create', `osd.${id}`, ...rights));
    await this.#run('ceph-osd', ['-i', `${id}`, '--mkfs', '--osd-uuid', uuid]);
    await this.#ceph('osd', 'crush', 'add', `osd.${id}`, '1.0', `host=h${id}`, 'root=default');
    this.startOsd(id);
  }

  startOsd(id: number): void {
    this.#spawn(`osd.${id}`, 'ceph-osd', ['-i', `${id}`]);
  }

  /** Resolves when it answers. */
  async startGateway(): Promise<void> {
    this.#spawn('rgw', 'radosgw', ['-n', 'client.admin']);
    await this.#until(() => fetch(this.endpoint).then(({ status }) => status === 200));
  }

  /** The first object of a bucket makes a pool, which takes longer than any node waits. */
  async createBucket(name: string): Promise<void> {
    await this.#put(`/${name}`);
    await this.#put(`/${name}/first`);
  }

  async #put(path: string): Promise<void> {
    const { host } = new URL(this.endpoint);
    const keys = { accessKeyId: this.accessKey, secretAccessKey: this.secretKey };
    const { headers } = aws4.sign({ service: 's3', region: 'us-east-1', method: 'PUT', host, path }, keys);
    const response = await fetch(`${this.endpoint}${path}`, {
      method: 'PUT',
      headers: new Headers(Object.entries(headers ?? {}).map(([key, value]): [string, string] => [key, String(value)])),
    });
    if (!response.ok) throw new Error(`${path} cannot be made: ${response.status} ${await response.text()}`);
  }

  /** SIGSTOP to a daemon, and SIGCONT after a while. */
  async suspend(name: string, milliseconds: number): Promise<void> {
    const child = this.#daemons.get(name);
    child?.kill('SIGSTOP');
    await sleep(milliseconds);
    child?.kill('SIGCONT');
  }

  /** SIGKILL to a daemon: `osd.<id>`, `rgw` or `mon.a`. */
  async kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#daemons.get(name);
    this.#daemons.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async stop(): Promise<void> {
    for (const name of [...this.#daemons.keys()].reverse()) await this.kill(name);
  }

  #ceph(...args: readonly string[]): Promise<string> {
    return this.#run('ceph', ['--connect-timeout', '20', ...args]);
  }

  async #run(program: Program, args: readonly string[]): Promise<string> {
    this.#options.signal?.throwIfAborted();
    return run(
      this.#options.root,
      program,
      ['-c', this.#config, ...args].filter((_, at) => !(program === 'monmaptool' && at < 2)),
    );
  }

  #spawn(name: string, program: Program, args: readonly string[]): void {
    const { root, folder } = this.#options;
    const log = openSync(join(folder, 'log', `${name}.out`), 'a');
    const child = spawn(pathOf(root, program), ['-c', this.#config, ...args, '-f'], {
      env: environmentOf(root),
      stdio: ['ignore', log, log],
    });
    this.#daemons.set(name, child);
  }

  async #until(condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + startMs;
    let reason: unknown;
    while (performance.now() < deadline) {
      this.#options.signal?.throwIfAborted();
      for (const [name, { exitCode }] of this.#daemons) {
        if (exitCode !== null) throw new Error(`${name} ended with ${exitCode}: ${this.#logOf(name)}`);
      }
      try {
        if (await condition()) return;
      } catch (error) {
        reason = error;
      }
      await sleep(250);
    }
    throw new Error('The cluster does not start', { cause: reason });
  }

  #logOf(name: string): string {
    return readFileSync(join(this.#options.folder, 'log', `${name}.out`), 'utf8').slice(-2000);
  }

  #configuration(fsid: string, v2: number, v1: number): string {
    const { folder, osds, root } = this.#options;
    return [
      '[global]',
      `fsid = ${fsid}`,
      `mon_host = [v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`,
      'public_addr = 127.0.0.1',
      'cluster_addr = 127.0.0.1',
      `osd_pool_default_size = ${osds}`,
      `osd_pool_default_min_size = ${osds === 1 ? 1 : 2}`,
      'osd_pool_default_pg_num = 8',
      'osd_pool_default_pg_autoscale_mode = off',
      'osd_crush_chooseleaf_type = 0',
      'mon_allow_pool_size_one = true',
      'mon_max_pg_per_osd = 2000',
      'mon_data_avail_crit = 1',
      `run_dir = ${folder}/run`,
      `admin_socket = ${folder}/run/$name.asok`,
      `pid_file = ${folder}/run/$name.pid`,
      `log_file = ${folder}/log/$name.log`,
      `crash_dir = ${folder}/crash`,
      `keyring = ${folder}/keyring`,
      'osd_class_load_list = *',
      'osd_class_default_list = *',
      ...pluginsOf(root),
      '[mon]',
      `mon_data = ${folder}/mon`,
      '[osd]',
      `osd_data = ${folder}/osd.$id`,
      'osd_objectstore = bluestore',
      'bluestore_block_size = 6442450944',
      'osd_memory_target = 939524096',
      'osd_op_queue = wpq',
      '[client]',
      `rgw_data = ${folder}/rgw`,
      `rgw_frontends = beast endpoint=127.0.0.1:${this.#port} tcp_nodelay=1`,
      'rgw_enable_usage_log = false',
      'rgw_enable_ops_log = false',
      'rgw_run_sync_thread = false',
      '',
    ].join('\n');
  }
}
