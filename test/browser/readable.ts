import type { Page } from 'playwright-core';

const COLOUR_HELPERS = `
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  // the browser's default canvas colour, which scripts cannot read
  const canvas = dark ? [18, 18, 18, 1] : [255, 255, 255, 1];
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const lineOf = (element) => (element ? [...lineOf(element.parentElement), element] : []);
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const contrast = (one, other) => {
    const [light, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dim + 0.05);
  };
  const backgroundOf = (element) =>
    lineOf(element).reduce((below, one) => over(parse(getComputedStyle(one).backgroundColor), below), canvas);
  const opacityOf = (element) => lineOf(element).reduce((all, one) => all * getComputedStyle(one).opacity, 1);
`;

/** Texts with a contrast below 4.5 and field borders with a contrast below 3, with the ratio. */
export async function faintParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    ${COLOUR_HELPERS}
    const texts = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.checkVisibility() &&
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''),
    );
    const faint = [];
    for (const element of texts) {
      const behind = backgroundOf(element);
      const [r, g, b, a] = parse(getComputedStyle(element).color);
      const seen = contrast(over([r, g, b, a * opacityOf(element)], behind), behind);
      if (seen < 4.5) faint.push(element.textContent.trim().slice(0, 40) + ': ' + seen.toFixed(2));
    }
    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
      const around = backgroundOf(field.parentElement);
      const edge = over(parse(getComputedStyle(field).borderTopColor), around);
      const seen = Math.max(contrast(edge, around), contrast(backgroundOf(field), around));
      if (field.checkVisibility() && seen < 3) faint.push('edge of ' + field.id + ': ' + seen.toFixed(2));
    }
    [...new Set(faint)];
  }`);
}

/** Accessibility problems of a page: for screen readers and slow typists. */
export async function unspokenParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    const wrong = [];
    if (document.documentElement.lang !== 'en') wrong.push('the page has no language');
    if (document.title === '') wrong.push('the page has no title');
    if (document.querySelectorAll('h1').length !== 1) wrong.push('the page does not have exactly one h1');
    if (!document.querySelector('main')) wrong.push('the page has no main element');
    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
      if (field.labels.length === 0) wrong.push(field.name + ' has no label');
    }
    for (const head of document.querySelectorAll('th')) {
      if (head.textContent.trim() === '') wrong.push('a column of ' + head.closest('table').caption.textContent.trim() + ' has no name');
    }
    const typing = document.querySelector('input:not([type=hidden]), textarea');
    if (typing && document.querySelector('meta[http-equiv=refresh]')) wrong.push('the page reloads a form');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    for (const id of ids.filter((id, at) => ids.indexOf(id) !== at)) wrong.push('duplicate id ' + id);
    const levels = [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => Number(tagName[1]));
    if (levels.some((level, at) => level - (levels[at - 1] ?? 0) > 1)) wrong.push('a heading skips a level');
    [...new Set(wrong)];
  }`);
}
