"""How pages look, and what their script does: filters, counts, sorting, an address that keeps the filters.

Without the script a page shows everything. The script reads what the articles and buttons
say of themselves: an article has `data-outcomes` and `data-cues`, pairs of values, and
`data-facets`, single ones; a button has in `data-set` what it selects, and in `data-name`
how the address calls that.
"""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --text: #1a1a1a; --page: #fdfdfb; --soft: #565656; --line: #c9c9c4;
  --cue: #a3123a; --scope: #d7e8f7; --event: #7a4a00; --bar: #2b5f8f; --card: #fff; --differs: #b3261e;
  --on: #1f4e79; --on-text: #fff; }
@media (prefers-color-scheme: dark) { :root { --text: #ececec; --page: #17181a; --soft: #b8b8b8;
  --line: #44474b; --cue: #ff8fa8; --scope: #1f3c57; --event: #f3c06b; --bar: #7fb2e0; --card: #1f2124;
  --differs: #ffb4ab; --on: #a8cdf0; --on-text: #10202f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 94rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header p { margin: .2rem 0; } h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.15rem; margin: .6rem 0; } h3 { font-size: 1rem; margin: 1rem 0 .4rem; }
article h3 { margin: 0 0 .3rem; } article p { margin: .3rem 0; } a { color: inherit; }
h3 a { text-decoration: none; } h3 a:hover { text-decoration: underline; }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
@media (min-width: 64rem) {
  .two { display: grid; grid-template-columns: minmax(0, 1fr) 29rem; gap: 0 1.5rem; align-items: start; }
  .two > #panel { grid-column: 2; grid-row: 1; position: sticky; top: .5rem; max-height: 97vh; overflow-y: auto;
    padding-right: .4rem; }
  .two > #sentences { grid-column: 1; grid-row: 1; } }
#panel > summary { cursor: pointer; padding: .1rem 0; } #panel > summary h2 { display: inline; }
.unseen { position: absolute; left: -99rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .92rem; }
th, td { padding: .12rem .45rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: break-word; }
thead button { font: inherit; font-weight: 700; color: inherit; background: none; border: 0; padding: 0; }
.js thead button { cursor: pointer; text-decoration: underline dotted; }
#panel table { font-size: .85rem; } #panel :is(td, th) { padding: .1rem .28rem; }
#panel thead th { white-space: normal; vertical-align: bottom; overflow-wrap: normal; }
#panel table .choice { padding: 0 .4rem; border-radius: .6rem; }
th[aria-sort=ascending] button::after { content: " \\2191"; } th[aria-sort=descending] button::after { content: " \\2193"; }
.choices { display: flex; flex-wrap: wrap; gap: .3rem; margin: .2rem 0; padding: 0; list-style: none; }
.choices.bars { display: grid; grid-template-columns: max-content minmax(3rem, 1fr); max-width: 30rem; align-items: center; }
.choices.bars li { display: contents; }
button.choice { font: inherit; font-size: .92rem; color: inherit; background: var(--card); padding: .1rem .6rem;
  border: 1px solid var(--soft); border-radius: 1rem; text-align: left; max-width: 100%; }
.js button.choice { cursor: pointer; } .js button.choice:hover:enabled { border-color: var(--bar); text-decoration: underline; }
button.choice b { font-weight: 700; } button.choice:disabled { opacity: .55; border-style: dashed; }
button.choice[aria-pressed=true] { background: var(--on); color: var(--on-text); border-color: var(--on); }
button.choice[aria-pressed=true]::before { content: "\\2713 "; }
.bar { width: 100%; height: .8rem; display: block; fill: var(--bar); }
#status { position: sticky; top: 0; z-index: 1; background: var(--page); padding: .4rem 0; display: none; flex-wrap: wrap;
  gap: .4rem .8rem; align-items: center; border-bottom: 1px solid var(--line); } .js #status { display: flex; }
input { font: inherit; max-width: 100%; width: 12rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .9rem; margin: .7rem 0;
  content-visibility: auto; contain-intrinsic-size: auto 12rem; scroll-margin-top: 4rem; }
article:target { outline: 3px solid var(--bar); }
.pair { border-left: 3px solid var(--line); padding-left: .7rem; margin: .5rem 0; }
dl { display: grid; grid-template-columns: 5.5rem 1fr; margin: .2rem 0; gap: 0 .4rem; } dt { color: var(--soft); }
dd { margin: 0; } article ul { margin: .3rem 0 0; padding-left: 1.1rem; } .note, .soft { color: var(--soft); }
.cue { color: var(--cue); font-weight: 700; text-decoration: underline double; }
.scope { background: var(--scope); border-bottom: 1px dotted var(--soft); print-color-adjust: exact; } .event { color: var(--event); font-weight: 700; border: 1px solid; }
.differs { outline: 2px dashed var(--differs); outline-offset: 1px; }
button.fold { font: inherit; color: var(--soft); background: none; border: 0; padding: 0; cursor: pointer; }
button.fold:hover { text-decoration: underline; } .js .fold[aria-expanded=false] + .folded { display: none; }
.legend { margin: .3rem 0; } .costs { margin: .3rem 0; padding-left: 1.1rem; }
[hidden] { display: none !important; } .only { display: none; } .js .only { display: inline-block; }
@media (max-width: 36rem) { body { padding: .6rem; } dl { grid-template-columns: 1fr; } h1 { font-size: 1.2rem; } }
@media print { .js .folded { display: inline !important; } #panel, #status :is(label, button), .skip, .only { display: none !important; } #status { position: static; } .two { display: block; }
  article { break-inside: avoid; content-visibility: visible; } body { max-width: none; } }
"""

SCRIPT = """
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const find = id => document.getElementById(id);
  const search = find("search"), shown = find("shown"), clear = find("clear"), more = find("more"), rest = find("rest");
  const STEP = 200, PAIRS = [["outcome", "row"], ["cue", "status"]];
  const split = text => text ? text.split(" ").map(entry => entry.split(":")) : [];
  const cards = all("article").map(element => {
    const facets = {};
    split(element.dataset.facets).forEach(([facet, value]) => (facets[facet] = facets[facet] || []).push(value));
    return { element, facets, pairs: [split(element.dataset.outcomes), split(element.dataset.cues)], fits: true, text: "" };
  });
  const buttons = all("button[data-set]").map(element => ({
    element, set: split(element.dataset.set), number: element.querySelector(".n"),
    bar: element.parentElement.querySelector("rect"), most: element.closest("ul")?.dataset.most }));
  const names = new Map(buttons.map(button => [button.element.dataset.set, button.element.dataset.name]));
  let state = {}, limit = STEP;
  const pairFits = (pairs, [a, b]) => !state[a] && !state[b]
    || pairs.some(([x, y]) => (!state[a] || x === state[a]) && (!state[b] || y === state[b]));
  const plain = text => text.replace(/\\s+/g, " ").trim().toLowerCase();
  const own = part => [...part.childNodes].filter(node => node.nodeName !== "BUTTON").map(node => node.textContent).join("");
  const content = card => card.text
    || (card.text = plain(all("h3 a, .text, dd:not(.soft)", card.element).map(own).join(" | ")));
  const update = () => {
    const sought = plain(search.value), counts = new Map();
    const singles = Object.keys(state).filter(facet => !PAIRS.flat().includes(facet));
    let fitting = 0;
    cards.forEach(card => {
      const failed = singles.filter(facet => !(card.facets[facet] || []).includes(state[facet]));
      PAIRS.forEach((pair, i) => pairFits(card.pairs[i], pair) || failed.push(pair[0]));
      if (failed.length < 2 && sought && !content(card).includes(sought)) failed.push("search");
      card.fits = !failed.length;
      fitting += card.fits;
      if (failed.length > 1) return;
      const seen = new Set();
      PAIRS.forEach(([a, b], i) => {
        if (!failed.length || failed[0] === a) card.pairs[i].forEach(([x, y]) => {
          if (!state[b] || state[b] === y) seen.add(a + ":" + x);
          if (!state[a] || state[a] === x) seen.add(b + ":" + y);
          seen.add(a + ":" + x + " " + b + ":" + y);
        });
      });
      Object.entries(card.facets).forEach(([facet, values]) => {
        if (!failed.length || failed[0] === facet) values.forEach(value => seen.add(facet + ":" + value));
      });
      seen.forEach(key => counts.set(key, (counts.get(key) || 0) + 1));
    });
    let visible = 0;
    cards.forEach(card => {
      const hidden = !card.fits || visible >= limit;
      visible += !hidden;
      if (card.element.hidden !== hidden) card.element.hidden = hidden;
      if (!hidden && card.lines !== (card.lines = (state.outcome || "") + ":" + (state.row || ""))) lines(card.element);
    });
    buttons.forEach(({ element, set, number, bar, most }) => {
      const pressed = set.every(([facet, value]) => state[facet] === value);
      const n = counts.get(element.dataset.set) || 0;
      element.setAttribute("aria-pressed", pressed);
      element.disabled = !n && !pressed;
      if (number) number.textContent = n;
      if (bar) bar.setAttribute("width", 100 * n / most);
    });
    shown.textContent = fitting + " of " + cards.length + " sentences"
      + (visible < fitting ? ", the first " + visible + " shown" : "");
    find("by").textContent = [...Object.entries(state).map(([facet, value]) => names.get(facet + ":" + value) || value),
      ...(sought ? ['"' + sought + '"'] : [])].join(", ");
    clear.disabled = !Object.keys(state).length && !sought;
    more.hidden = rest.hidden = visible >= fitting;
    more.textContent = "Show " + Math.min(STEP, fitting - visible) + " more";
    rest.textContent = "Show all " + fitting;
  };
  const lines = element => {
    all("li[data-outcome]", element).forEach(line => {
      const [k, r] = line.dataset.outcome.split(":");
      line.hidden = !!(state.outcome && k !== state.outcome || state.row && r !== state.row);
    });
    all("details.right", element).forEach(right => {
      right.hidden = !right.querySelector("li:not([hidden])");
      if (state.outcome === "tp") right.open = true;
    });
  };
  const keep = () => {
    const words = new URLSearchParams(), sought = search.value.trim();
    Object.entries(state).forEach(([facet, value]) => {
      const name = names.get(facet + ":" + value);
      words.set(facet, name === undefined ? value : name);
    });
    if (sought) words.set("search", sought);
    const address = String(words);
    history.replaceState(null, "", address ? "#" + address : location.href.split("#")[0]);
  };
  const decoded = text => { try { return decodeURIComponent(text); } catch { return text; } };
  const read = () => {
    const hash = location.hash.slice(1);
    const target = hash && !hash.includes("=") && find(decoded(hash));
    const place = cards.findIndex(card => card.element === target);
    if (target && (place < 0 || cards[place].fits)) {
      // The filters stay: the sentence is one of those that they show.
      limit = Math.max(limit, place + 1);
      update();
      if (place >= 0) target.scrollIntoView();
      return;
    }
    state = {};
    search.value = "";
    limit = STEP;
    if (target) limit = Math.max(STEP, place + 1);
    else new URLSearchParams(hash).forEach((name, facet) => {
      if (facet === "search") { search.value = name; return; }
      const button = buttons.find(({ element, set }) => set.length === 1 && set[0][0] === facet
        && element.dataset.name === name);
      if (button) state[facet] = button.set[0][1];
    });
    update();
    if (target) target.scrollIntoView();
  };
  const changed = () => { limit = STEP; update(); keep(); };
  buttons.forEach(({ element, set }) => element.addEventListener("click", () => {
    const pressed = element.getAttribute("aria-pressed") === "true";
    set.forEach(([facet, value]) => { if (pressed) delete state[facet]; else state[facet] = value; });
    changed();
  }));
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(changed, 150); });
  clear.addEventListener("click", () => { state = {}; search.value = ""; changed(); search.focus(); });
  more.addEventListener("click", () => { limit += STEP; update(); });
  rest.addEventListener("click", () => { limit = Infinity; update(); });
  addEventListener("hashchange", read);
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("button.fold");
    if (fold) fold.setAttribute("aria-expanded", fold.getAttribute("aria-expanded") === "false");
  });
  let before = limit;
  addEventListener("beforeprint", () => { before = limit; limit = Infinity; update(); });
  addEventListener("afterprint", () => { limit = before; update(); });
  all("thead button").forEach(button => button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table"), column = head.cellIndex;
    const down = head.getAttribute("aria-sort") !== "descending" && column > 0 || head.getAttribute("aria-sort") === "ascending";
    const value = row => row.cells[column].textContent;
    const order = (a, b) => (parseFloat(value(a)) - parseFloat(value(b))) || value(a).localeCompare(value(b));
    const rows = [...table.tBodies[0].rows].sort((a, b) => down ? order(b, a) : order(a, b));
    all("th", table).forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...rows);
  }));
  const panel = find("panel");
  if (panel && matchMedia("(max-width: 64rem)").matches) panel.open = false;
  document.documentElement.classList.add("js");
  read();
})();
"""
