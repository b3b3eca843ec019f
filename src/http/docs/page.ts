/** Mount path of the page and its files. */
export const docsPath = '/docs';

/** URLs are absolute paths: the page is the same with and without a slash at its end. */
export const page = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Brand Portal API</title>
    <link rel="stylesheet" href="${docsPath}/swagger-ui.css">
    <link rel="icon" type="image/png" sizes="32x32" href="${docsPath}/favicon-32x32.png">
    <script defer src="${docsPath}/swagger-ui-bundle.js"></script>
    <script defer src="${docsPath}/start.js"></script>
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. Without it, read /api/v1/openapi.yaml.</noscript>
  </body>
</html>
`;

/**
 * Script that starts Swagger UI. A key that is entered stays in the memory of the page; a URL in the page's query is not
 * followed, and no validator elsewhere is called.
 */
export function startScript(description: string): string {
  const options = {
    url: description,
    dom_id: '#reference',
    layout: 'BaseLayout',
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    deepLinking: true,
    persistAuthorization: false,
    queryConfigEnabled: false,
    validatorUrl: null,
    withCredentials: false,
  };
  return `'use strict';\nSwaggerUIBundle(${JSON.stringify(options, null, 2)});\n`;
}
