() => {
  const found = [];
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getClientRects().length > 0;
  const say = (one, what) => found.push(`${what}: ${one.outerHTML.slice(0, 160)}`);

  const label = (one) => {
    const by = one.getAttribute('aria-labelledby');
    const labels = [...(one.labels ?? [])].map((l) => l.textContent).join(' ');
    const own = /^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName) ? '' : one.textContent;
    return (one.getAttribute('aria-label') ?? (by && document.getElementById(by)?.textContent) ?? (labels || own || one.title)).trim();
  };
  const ACTIVE = 'a[href], button, input, select, summary, [role=button], [role=gridcell], [tabindex="0"]';
  for (const one of document.querySelectorAll(ACTIVE)) if (seen(one) && !label(one)) say(one, 'no name');
  for (const one of document.querySelectorAll('svg')) {
    if (one.getAttribute('aria-hidden') !== 'true' && !one.closest('[aria-hidden=true], [role=group][aria-label], [role=img]')
      && !one.getAttribute('aria-label')) say(one, 'a picture without a name');
  }
  for (const one of document.querySelectorAll('[role=gridcell]')) if (!one.closest('[role=row]')?.closest('[role=grid]')) say(one, 'a cell outside a grid');
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  for (const id of new Set(ids)) if (ids.filter((one) => one === id).length > 1) found.push(`two elements are called ${id}`);
  for (const one of document.querySelectorAll('label[for]')) if (!document.getElementById(one.htmlFor)) say(one, 'a label of nothing');
  if (!document.documentElement.lang) found.push('the page has no language');
  if (document.querySelectorAll('main').length !== 1) found.push('not one main');
  if (!document.title) found.push('no title');
  // What stands in for it while a page is loading is not the page's own.
  if (!document.querySelector('main h1:not(.page-title)')) found.push('no h1');
  let level = 6;
  for (const one of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (!one.checkVisibility()) continue;
    if (Number(one.tagName[1]) > level + 1) say(one, 'a level of headings is left out');
    level = Number(one.tagName[1]);
  }
  // What scrolls must be reached by keyboard: itself, or something in it. A few pixels are rounding.
  for (const one of document.querySelectorAll('body *')) {
    const [down, across] = [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth];
    if ((down < 14 && across < 14) || !seen(one) || one.matches('textarea, select, option')) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    const scrolls = (down >= 14 && /auto|scroll/.test(overflowY)) || (across >= 14 && /auto|scroll/.test(overflowX));
    if (scrolls && one.tabIndex < 0 && !one.querySelector('a[href], button:enabled, input:enabled, select, summary, [tabindex="0"]')) say(one, 'a scroll area without the keyboard');
  }
  for (const one of document.querySelectorAll('[aria-hidden=true]')) {
    if (one.querySelector('a[href], button, input, select')) say(one, 'something hidden can be focused');
  }

  // Contrast of every text with what lies below it, as WCAG counts it.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, i) => one * a + below[i] * (1 - a));
  const light = (c) => {
    const [r, g, b] = c.map((one) => (one / 255 <= 0.03928 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const stops = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g);
      // Of a gradient, the first stop stands for the whole: ours are between near neighbours.
      if (stops) layers.push(rgba(stops[0]));
      layers.push(rgba(style.backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !seen(one) || one.closest('svg, .unseen, :disabled, option')) continue;
    const style = getComputedStyle(one);
    const below = ground(one);
    const [a, b] = [light(over(rgba(style.color), below)), light(below)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) say(one, `contrast ${contrast.toFixed(2)} of ${walker.currentNode.textContent.trim().slice(0, 30)}`);
  }

  // Pictures. A gradient counts as the mean of its colours.
  const mean = (colours) => [0, 1, 2].map((i) => colours.reduce((sum, colour) => sum + colour[i], 0) / colours.length);
  const painted = (one, what) => {
    const paint = getComputedStyle(one)[what];
    const gradient = paint.match(/url\("?#([^")]+)"?\)/);
    if (!gradient) return rgba(paint);
    return [...mean([...document.getElementById(gradient[1]).querySelectorAll('stop')].map((stop) => rgba(getComputedStyle(stop).stopColor))), 1];
  };
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const isShape = (one) => /^(rect|circle|ellipse|path)$/.test(one.tagName) && painted(one, 'fill')[3] > 0.5 && getComputedStyle(one).opacity > 0.5;
  const below = (one) => {
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const under = document.elementsFromPoint(left + width / 2, top + height / 2);
    const shape = under.find((each) => isShape(each) || each instanceof HTMLElement);
    return shape instanceof SVGElement ? painted(shape, 'fill').slice(0, 3) : ground(shape ?? one.closest('svg').parentElement);
  };
  const isBehind = (one) => document.querySelector('dialog:modal') && !one.closest('dialog:modal');
  const scrolled = [scrollX, scrollY];
  for (const one of document.querySelectorAll('svg text')) {
    if (!seen(one) || !one.textContent.trim() || isBehind(one)) continue;
    const style = getComputedStyle(one);
    const size = parseFloat(style.fontSize) * one.getScreenCTM().a;
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = ratio(painted(one, 'fill').slice(0, 3), below(one));
    if (contrast < (large ? 3 : 4.5)) say(one, `contrast ${contrast.toFixed(2)} of ${one.textContent}`);
  }
  scrollTo(...scrolled);

  // What has to be seen of a board: 3 to 1 with what it lies on, by one of its paints.
  const PAIRS = [
    ['.cell.legal .dot', 'fill', 'othello-board .felt'],
    ['.disc.white .face', 'fill', 'othello-board .felt'],
    ['.disc.black .face', 'stroke', 'othello-board .felt'],
    ['.vertex:not(.here, .legal) .body', 'stroke', null],
    ['.vertex.here .body', 'fill stroke', null],
    ['.vertex.legal .body', 'fill', null],
    ['.edge:not(.walked)', 'stroke', null],
    ['.plot-line', 'stroke', null],
    ['.course-line', 'stroke', '.course-ground'],
    ['.piece.white .top', 'fill', '.piece.black .top'],
  ];
  for (const [what, paint, on] of PAIRS) {
    const [one, under] = [document.querySelector(what), on && document.querySelector(on)];
    if (!one || !seen(one) || (on && !under)) continue;
    const lying = on ? painted(under, 'fill').slice(0, 3) : ground(one.closest('svg'));
    const contrast = Math.max(...paint.split(' ').map((each) => ratio(painted(one, each).slice(0, 3), lying)));
    if (contrast < 3) say(one, `contrast ${contrast.toFixed(2)} of ${what}`);
  }
  return found;
}
