import { SCRIPT } from '../../pages/script.js';
import { ICON, STYLE } from '../../pages/style.js';
import { own, type OwnRoute } from '../http/route.js';
import { type Asset } from './html.js';

export const JAVASCRIPT = 'text/javascript; charset=utf-8';

const style: Asset = { asset: STYLE, type: 'text/css; charset=utf-8' };
const script: Asset = { asset: SCRIPT, type: JAVASCRIPT };
const icon: Asset = { asset: ICON, type: 'image/svg+xml' };

export const ASSETS: readonly OwnRoute[] = [
  own('GET /assets/style.css', () => style),
  own('GET /assets/pages.js', () => script),
  own('GET /assets/icon.svg', () => icon),
];
