//go:build browser

package browser

// What is asked of a page, in its own language. Each script but the first gives a list of sentences about what is wrong.

// unfold opens all that is folded.
const unfold = `(() => { document.querySelectorAll('details').forEach(d => d.open = true); return true })()`

// overlaps finds words of a picture that lie on each other. Boxes of words have a little air above and below.
const overlaps = `(() => {
  const found = [];
  for (const svg of document.querySelectorAll('svg')) {
    const texts = [...svg.querySelectorAll('text')].map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0);
    for (let i = 0; i < texts.length; i++) {
      for (let k = 0; k < i; k++) {
        const [a, p] = texts[i], [b, q] = texts[k];
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (across > 0.5 && down > 1.5) {
          found.push(svg.getAttribute('aria-label') + ': "' + b.firstChild.data + '" and "' + a.firstChild.data + '"');
        }
      }
    }
  }
  return found;
})()`

// cuts finds words that reach beyond their picture.
const cuts = `(() => {
  const found = [];
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll('text')) {
      const r = text.getBoundingClientRect();
      if (r.width > 0 && (r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 2 || r.bottom > frame.bottom + 2)) {
        found.push(svg.getAttribute('aria-label') + ': "' + text.firstChild.data + '"');
      }
    }
  }
  return found;
})()`

// beneath finds open tables of pictures that are alone which do not stand beside them. For wide pages.
const beneath = `(() => {
  const found = [];
  for (const figure of document.querySelectorAll('figure.alone')) {
    const svg = figure.querySelector('svg').getBoundingClientRect();
    for (const table of figure.querySelectorAll(':scope > details[open] table')) {
      if (svg.width > 0 && table.getBoundingClientRect().left < svg.right) {
        found.push(figure.querySelector('figcaption').textContent);
      }
    }
  }
  return found;
})()`

// pale finds words whose contrast to the page is below 4.5, as WCAG 2.2 asks. Words on a coloured cell have a colour of their own.
const pale = `(() => {
  const parse = c => c.match(/[\d.]+/g).slice(0, 3).map(x => { x /= 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4 });
  const light = c => { const [r, g, b] = parse(c); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const found = new Set();
  for (const e of document.querySelectorAll('h1, h2, h3, p, dt, dd, td, th, a, summary, pre, figcaption, svg text')) {
    if (e.getAttribute('fill')) continue;
    const style = getComputedStyle(e), ink = light(e instanceof SVGElement ? style.fill : style.color);
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (contrast < 4.5) found.add(e.tagName + '.' + (e.getAttribute('class') || '') + ' has a contrast of ' + contrast.toFixed(1));
  }
  return [...found];
})()`
