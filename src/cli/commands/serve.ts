import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultConfig, oneProcess, ports, readConfig } from '../../config.js';
import { PortalError } from '../../lib/errors.js';
import { build } from '../../lib/package.js';
import type { ServeOptions } from '../../server.js';
import { fromEnvironment, parseNotEmpty, withData } from '../command.js';

export function withServeOptions(command: Command): Command {
  const host = new Option('--host <address>', `the address to listen on (default: ${defaultConfig.host})`);
  return withData(command)
    .addOption(portOption('the port to listen on; 0 selects a free one'))
    .addOption(fromEnvironment(host.argParser(parseNotEmpty), 'HOST'));
}

/** Option `--port`, also set by the variable PORT, which replaces the port of the configuration. */
export function portOption(help: string): Option {
  const port = new Option('--port <number>', `${help} (default: ${defaultConfig.port})`).argParser(parsePort);
  return fromEnvironment(port, 'PORT');
}

/** Origin of links: `backend_url`, or the server's port on this machine if that is not set. */
export async function originOf({
  config,
  port,
}: {
  readonly config?: string;
  readonly port?: number;
}): Promise<string> {
  const { backend_url, port: configured } = await readConfig(config);
  return backend_url ?? `http://localhost:${port ?? configured}`;
}

export function serveCommand(): Command {
  const command = new Command('serve').description('serve all brands of the data directory over HTTP');
  return withServeOptions(command)
    .addOption(new Option('--processes [number]').hideHelp())
    .action(async (options: ServeOptions & { readonly processes?: unknown }) => {
      if (options.processes !== undefined) {
        throw new PortalError('invalid', `The option --processes has to be left out: ${oneProcess}.`);
      }
      const { effectiveConfig, serve } = await import('../../server.js');
      const data = resolve(options.data);
      await serve(await effectiveConfig(options), data, async (_service, { url }) => {
        process.stdout.write(`Brand Portal ${build} serves ${data} at ${url}/api/v1\n`);
      });
    });
}

function parsePort(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= ports.minimum && number <= ports.maximum) return number;
  throw new InvalidArgumentError(`It is a number from ${ports.minimum} to ${ports.maximum}.`);
}
