import { App } from './app.js';

const app = new App(document.body, new URL('worker.js', import.meta.url));
window.addEventListener('unhandledrejection', (event) => app.takeFailure(event));
