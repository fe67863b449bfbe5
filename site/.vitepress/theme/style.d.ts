/** Styles are taken in by the bundler, and give nothing. */
declare module '*.css' {}
