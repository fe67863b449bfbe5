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

export const PAGE_STYLE = `
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .info .title small.version-stamp { display: none; }
.swagger-ui .info pre { overflow-x: auto; }
.swagger-ui .operation-filter-input { min-width: 0; width: 100%; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
}
`;
