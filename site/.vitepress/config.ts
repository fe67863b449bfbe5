import { existsSync } from 'node:fs';
import { defineConfig, type HeadConfig } from 'vitepress';
import { sidebar } from './sidebar.js';
import { X12_LANGUAGE } from './x12-language.js';

/** The path that the site is served below, such as `/ediloom/`. */
const BASE = process.env.DOCS_BASE ?? '/';
/** The X12 inspector is a page of its own, built apart: without it the site has no link to it. */
const HAS_INSPECTOR = existsSync(new URL('../inspector/dist/index.html', import.meta.url));

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
      ...(HAS_INSPECTOR ? [{ text: 'Inspector', link: '/inspector/index.html', target: '_self' }] : []),
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    docFooter: { prev: false, next: false },
    search: {
      provider: 'local',
      options: {
        // Of a guide only what its headings say: every element of 48 guides would be an index of many megabytes.
        _render: (source, env, markdown) => {
          const html = markdown.render(source, env);
          if (env.frontmatter?.search === false) return '';
          return env.frontmatter?.search === 'headings' ? headingsOf(html) : html;
        },
      },
    },
  },
});

function headingsOf(html: string): string {
  // The index leaves out a heading with nothing at all behind it.
  return (html.match(/<h[1-3][^>]*>.*?<\/h[1-3]>/gs) ?? []).map((heading) => `${heading}\n`).join('');
}
