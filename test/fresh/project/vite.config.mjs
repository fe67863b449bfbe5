export default {
  build: {
    target: 'es2022',
    outDir: '.',
    emptyOutDir: false,
    lib: { entry: 'order.mjs', formats: ['es'], fileName: () => 'bundle-vite.mjs' },
  },
};
