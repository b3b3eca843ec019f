import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { readMetrics } from '../support/prometheus.js';

/** A server of the built program, and what it counts. */
export async function serving(lines = '') {
  const { data, key, id } = await dataWithBrand();
  const config = configFile(`metrics_port: 0\n${lines}`);
  const server = await Server.start(['serve', '--data', data, '--config', config]);
  await server.until(() => server.stderr.includes('metrics are served'));
  const [, url = ''] = /"url":"(http[^"]+\/metrics)"/.exec(server.stderr) ?? [];
  const text = async (): Promise<string> => (await fetch(url)).text();
  return { data, key, id, server, url, text, scrape: async () => readMetrics(await text()) };
}
