import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import express, { type Response, Router } from 'express';
import { html } from '../../pages/html.js';
import { ICON, STYLE } from '../../pages/style.js';
import type { Mounted } from '../mounted-routes.js';
import { openApiOf } from '../openapi.js';
import { sendPage } from '../pages/page.js';
import { problemPage, problemsPage } from '../pages/problems.js';
import { webhookTypesPage } from '../pages/webhook-types.js';
import { Problem, type ProblemName, PROBLEMS } from '../../requests/problem.js';

/** Where the build puts the files of the reference page: beside the compiled code, which tests run from its source. */
const REFERENCE_PAGE = ['../../../reference-page/', '../../../dist/reference-page/']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .find((folder) => existsSync(folder));

/** The reference page sets styles from its script, and draws icons from data. */
const REFERENCE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files without personal data: a browser may keep them, and asks whether they have changed. */
const REVALIDATED = { 'cache-control': 'no-cache' };

/** The text is written once: it is most of a megabyte, and no key is needed to ask for it. */
function prepare(document: object) {
  const body = Buffer.from(JSON.stringify(document));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** What people read about the API: no key is needed, and nothing of any payment is shown. */
export function docRoutes(mounted: readonly Mounted[]): Router {
  const router = Router();
  const { version } = createRequire(import.meta.url)('oware/package.json') as { version: string };
  let document: ReturnType<typeof prepare> | undefined;

  router.get('/openapi.json', (_request, response) => {
    document ??= prepare(openApiOf(mounted, { version }));
    const { etag, body } = document;
    // express answers 304 where the caller has this one
    response
      .set({ etag, ...REVALIDATED })
      .type('json')
      .send(body);
  });

  router.get('/docs', (_request, response) => {
    response
      .set({ 'content-security-policy': REFERENCE_PAGE_POLICY, 'referrer-policy': 'same-origin' })
      .type('html')
      .send(REFERENCE.text);
  });
  if (REFERENCE_PAGE !== undefined) {
    const setHeaders = (response: Response) => void response.set(REVALIDATED);
    router.use('/assets/reference', express.static(REFERENCE_PAGE, { setHeaders }));
  }
  router.get('/assets/reference/start.js', (_request, response) => {
    response.type('text/javascript').send(START);
  });
  router.get('/assets/style.css', (_request, response) => void response.type('css').send(STYLE));
  router.get('/assets/icon.svg', (_request, response) => void response.type('svg').send(ICON));

  router.get('/', (_request, response) => {
    sendPage(response, 'Oware API', FIRST_PAGE);
  });
  router.get('/problems', (_request, response) => {
    sendPage(response, 'Problems', problemsPage());
  });
  router.get('/problems/:name', (request, response) => {
    const { name } = request.params;
    if (!Object.hasOwn(PROBLEMS, name)) throw new Problem('no-such-route', 'There is no such problem.');
    sendPage(response, PROBLEMS[name as ProblemName].title, problemPage(name as ProblemName));
  });
  router.get('/webhook-types', (_request, response) => {
    sendPage(response, 'Webhooks', webhookTypesPage());
  });
  return router;
}

const FIRST_PAGE = html`
  <p>Durable payments on Temporal. Programs use <code>/v1</code> with an API key; people find here:</p>
  <ul>
    <li><a href="/docs">Reference</a>: every route, with what it takes and what it replies</li>
    <li><a href="/openapi.json">OpenAPI document</a>: the same for programs</li>
    <li><a href="/problems">Problems</a>: why a request is refused, and what to do</li>
    <li><a href="/webhook-types">Webhooks</a>: what Oware sends to the merchant</li>
    <li><a href="/health">Health</a> and <a href="/ready">readiness</a></li>
  </ul>
`;

const REFERENCE = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Oware API reference</title>
      <link rel="stylesheet" href="/assets/reference/swagger-ui.css" />
      <link rel="icon" href="/assets/icon.svg" />
    </head>
    <body>
      <div id="reference">
        The reference needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> does not.
      </div>
      <script src="/assets/reference/swagger-ui-bundle.js"></script>
      <script src="/assets/reference/start.js"></script>
    </body>
  </html>`;

/** No validator: the page requests nothing from elsewhere. */
const START = `SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', validatorUrl: null, deepLinking: true, docExpansion: 'none',
  persistAuthorization: false, tryItOutEnabled: true,
});
`;
