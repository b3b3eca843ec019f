import { writeFileSync } from 'node:fs';
import type { Part } from './tools.js';

/** The linters, with all that they have to say by default, on the description as it is served. */
export const openapiLint: Part = {
  name: 'openapi-lint',
  packages: ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'],
  async run(tools, report, portal) {
    writeFileSync(tools.path('.spectral.json'), '{"extends":["spectral:oas"]}');
    for (const name of ['openapi.json', 'openapi.yaml']) {
      writeFileSync(tools.path(name), await (await fetch(`${portal.url}/api/v1/${name}`)).text());
      const rules = ['--extends', 'recommended-strict', '--format', 'json'];
      const redocly = await tools.run('@redocly/cli/bin/cli.js', ['lint', name, ...rules]);
      const { errors, warnings } = JSON.parse(redocly.stdout).totals;
      report(
        redocly.code === 0 && errors + warnings === 0,
        `${name}: Redocly, ${errors} errors, ${warnings} warnings`,
        redocly.stdout,
      );
      const options = ['-r', '.spectral.json', '--fail-severity', 'hint', '--format', 'json', '--quiet'];
      const spectral = await tools.run('@stoplight/spectral-cli/dist/index.js', ['lint', name, ...options]);
      const found = JSON.parse(spectral.stdout).length;
      report(
        spectral.code === 0 && found === 0,
        `${name}: Spectral, ${found} findings`,
        spectral.stdout + spectral.stderr,
      );
    }
  },
};
