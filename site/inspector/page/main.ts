import { App, ignoresLateAnswers } from './app.js';

window.addEventListener('unhandledrejection', ignoresLateAnswers);
new App(document.body, new URL('worker.js', import.meta.url));
