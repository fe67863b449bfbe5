import { defineConfig, type HeadConfig } from 'vitepress';
import { sidebar } from './sidebar.js';
import { X12_LANGUAGE } from './x12-language.js';

/** The path that the site is served below, such as `/ediloom/`. */
const BASE = process.env.DOCS_BASE ?? '/';

const ICON: HeadConfig = ['link', { rel: 'icon', href: `${BASE}icon.svg`, type: 'image/svg+xml' }];

export default defineConfig({
  title: 'ediloom',
  titleTemplate: ':title · ediloom',
  description: 'The X12 EDI engine for TypeScript: streaming reader, guide-driven checks, JSON in and out.',
  lang: 'en',
  base: BASE,
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress-cache',
  cleanUrls: false,
  // A page of its own, which is built behind these.
  ignoreDeadLinks: [/^\/inspector\//],
  rewrites: { 'made/:rest*': ':rest*' },
  head: [ICON],
  metaChunk: true,
  markdown: {
    languages: [X12_LANGUAGE],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    headers: { level: [2, 3] },
  },
  themeConfig: {
    nav: [
      { text: 'Tour', link: '/tour/', activeMatch: '^/tour/' },
      { text: 'Recipes', link: '/recipes/', activeMatch: '^/(recipes|migration)/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/(reference|errors|findings|rooms)/' },
      { text: 'Guides', link: '/guides/', activeMatch: '^/guides/' },
      { text: 'Inspector', link: '/inspector/index.html', target: '_self' },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    docFooter: { prev: false, next: false },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Of one letter or digit nothing can be guessed.
            prefix: (term: string) => term.length > 1,
            // Of an element people want the guide before examples of what may be wrong with it. Runs in the page, alone.
            boostDocument: (id: string) => (/\/guides\/\w/.test(id) ? 2 : /\/(errors|findings)\//.test(id) ? 0.8 : 1),
          },
        },
        // Of a guide only what its headings say: every element of 48 guides would be an index of many megabytes.
        _render: (source, env, markdown) => {
          const html = markdown.render(source, env);
          if (env.frontmatter?.search === false) return '';
          if (env.frontmatter?.search === 'without-links')
            return html.replace(/<p>(?:(?!<\/p>).)*<a (?:(?!<\/p>).)*<\/p>/gs, '');
          // Of the reference down to methods, which are headings of the fifth level.
          const depth = env.relativePath?.startsWith('reference/') === true ? 5 : 3;
          return env.frontmatter?.search === 'headings' ? headingsOf(html, depth) : html;
        },
      },
    },
  },
});

function headingsOf(html: string, depth: number): string {
  // The index leaves out a heading with nothing at all behind it.
  const heading = new RegExp(`<h[1-${depth}][^>]*>.*?</h[1-${depth}]>`, 'gs');
  return (html.match(heading) ?? []).map((one) => `${one}\n`).join('');
}
