/** What the page is made with, by `@fastify/swagger-ui`; without the bar that asks for another document. */
export const PAGE_CONFIG = {
  deepLinking: true,
  layout: 'BaseLayout',
  tryItOutEnabled: true,
  filter: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
} as const;

/**
 * The box above the operations finds what is typed in their names, paths and summaries; by itself the library looks at the names of tags
 * alone. Browsers run it as it stands here, before the page is made.
 */
export const PAGE_SCRIPT = `
(() => {
  // The library's page has none, and telephones lay it out as for a screen that is three times as wide.
  const viewport = document.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  document.head.append(viewport);
  const makePage = window.SwaggerUIBundle;
  const textOf = (operation) =>
    [operation.get('method'), operation.get('path'), operation.getIn(['operation', 'operationId']), operation.getIn(['operation', 'summary'])]
      .join(' ')
      .toLowerCase();
  const find = (tags, typed) => {
    const words = typed.toLowerCase().split(/\\s+/).filter(Boolean);
    const isFound = (operation) => words.every((word) => textOf(operation).includes(word));
    return tags
      .map((tag) => tag.update('operations', (operations) => operations.filter(isFound)))
      .filter((tag) => tag.get('operations').size > 0);
  };
  window.SwaggerUIBundle = Object.assign(
    (config) => makePage({ ...config, plugins: [...config.plugins, { fn: { opsFilter: find } }] }),
    makePage,
  );
  // The words in the box are the library's, and cannot be set.
  new MutationObserver(() => {
    const box = document.querySelector('.operation-filter-input');
    if (box !== null && box.placeholder !== 'Find an operation') box.placeholder = 'Find an operation';
  }).observe(document.body, { childList: true, subtree: true });
})();
`;

/** Readable from 390 pixels on. No answer here has links, so their column is left out. */
export const PAGE_STYLE = `
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .info .title small.version-stamp { display: none; }
.swagger-ui .operation-filter-input { width: 100%; }
.swagger-ui .opblock-summary-operation-id { flex-shrink: 0; max-width: 40%; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .response-col_description .headers td { font-weight: normal; vertical-align: top; }
.swagger-ui .response-col_description .headers td p { margin: 0; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .filter { display: block; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock-summary-operation-id, .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui .response-col_status { min-width: 45px; padding-right: 8px; }
  .swagger-ui .headers .header-col:nth-child(3) { display: none; }
}
`;
