import type { Page } from 'playwright-core';

const LOOK = `
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  // what a browser paints where no page says otherwise; it cannot be asked for
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

/** Texts whose contrast with what is behind them is under 4.5, and edges of fields under 3, with the number. */
export async function faintParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    ${LOOK}
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

/** What is wrong with a page for somebody who has it read out, or who takes time. */
export async function unspokenParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    const wrong = [];
    if (document.documentElement.lang !== 'en') wrong.push('the page does not say its language');
    if (document.title === '') wrong.push('the page has no title');
    if (document.querySelectorAll('h1').length !== 1) wrong.push('the page has not one main heading');
    if (!document.querySelector('main')) wrong.push('the page has no main part');
    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
      if (field.labels.length === 0) wrong.push(field.name + ' has no label');
    }
    for (const head of document.querySelectorAll('th')) {
      if (head.textContent.trim() === '') wrong.push('a column of ' + head.closest('table').caption.textContent.trim() + ' has no name');
    }
    const typing = document.querySelector('input:not([type=hidden]), textarea');
    if (typing && document.querySelector('meta[http-equiv=refresh]')) wrong.push('it reloads while somebody types');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    for (const id of ids.filter((id, at) => ids.indexOf(id) !== at)) wrong.push('two parts are called ' + id);
    const levels = [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => Number(tagName[1]));
    if (levels.some((level, at) => level - (levels[at - 1] ?? 0) > 1)) wrong.push('a heading leaves out a level');
    [...new Set(wrong)];
  }`);
}
