// Without its fonts: the reader's own are there at once.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { heroSample } from './hero-sample.js';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': heroSample }),
};
