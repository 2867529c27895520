(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const find = id => document.getElementById(id);
  const search = find("search"), shown = find("shown"), clear = find("clear"), more = find("more"), rest = find("rest"),
    panel = find("panel");
  const STEP = 200, PAIRS = [["outcome", "row"], ["cue", "status"], ["change", "changed"]];
  const split = text => text ? text.split(" ").map(entry => entry.split(":")) : [];
  // A sentence has a take for each thing that systems made of it: one of them has to have all that is asked for.
  const cards = all("article").map(element => ({ element, fits: true, text: "", takes: all(".take", element).map(take => {
    const facets = {};
    split(take.dataset.facets).forEach(([facet, value]) => (facets[facet] = facets[facet] || []).push(value));
    return { facets, pairs: [split(take.dataset.outcomes), split(take.dataset.cues), split(take.dataset.changes)] };
  }) }));
  const buttons = all("button[data-set]").map(element => ({
    element, set: split(element.dataset.set), number: element.querySelector(".n"),
    bar: element.parentElement.querySelector("rect"), most: element.closest("ul")?.dataset.most }));
  const names = new Map(buttons.map(button => [button.element.dataset.set, button.element.dataset.name]));
  let state = {}, limit = STEP;
  const pairFits = (pairs, [a, b]) => !state[a] && !state[b]
    || pairs.some(([x, y]) => (!state[a] || x === state[a]) && (!state[b] || y === state[b]));
  const plain = text => text.replace(/\s+/g, " ").trim().toLowerCase();
  const own = part => [...part.childNodes].filter(node => node.nodeName !== "BUTTON").map(node => node.textContent).join("");
  const content = card => card.text
    || (card.text = plain(all("h3 a, .text, dd:not(.soft)", card.element).map(own).join(" | ")));
  const update = () => {
    const sought = plain(search.value), counts = new Map();
    const singles = Object.keys(state).filter(facet => !PAIRS.flat().includes(facet));
    let fitting = 0;
    cards.forEach(card => {
      const isFound = !sought || content(card).includes(sought), seen = new Set();
      card.fits = false;
      card.takes.forEach(take => {
        const failed = singles.filter(facet => !(take.facets[facet] || []).includes(state[facet]));
        PAIRS.forEach((pair, i) => pairFits(take.pairs[i], pair) || failed.push(pair[0]));
        card.fits = card.fits || isFound && !failed.length;
        if (!isFound || failed.length > 1) return;
        PAIRS.forEach(([a, b], i) => {
          if (!failed.length || failed[0] === a) take.pairs[i].forEach(([x, y]) => {
            if (!state[b] || state[b] === y) seen.add(a + ":" + x);
            if (!state[a] || state[a] === x) seen.add(b + ":" + y);
            seen.add(a + ":" + x + " " + b + ":" + y);
          });
        });
        Object.entries(take.facets).forEach(([facet, values]) => {
          if (!failed.length || failed[0] === facet) values.forEach(value => seen.add(facet + ":" + value));
        });
      });
      fitting += card.fits;
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
    all("li[data-outcomes]", element).forEach(line => {
      line.hidden = !pairFits(split(line.dataset.outcomes), PAIRS[0]);
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
  let before = limit, wasOpen = true;
  addEventListener("beforeprint", () => {
    [before, wasOpen] = [limit, panel.open];
    [limit, panel.open] = [Infinity, true];
    update();
  });
  addEventListener("afterprint", () => { [limit, panel.open] = [before, wasOpen]; update(); });
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
  all("thead button").forEach(button => { button.disabled = false; });
  if (matchMedia("(max-width: 64rem)").matches) panel.open = false;
  document.documentElement.classList.add("js");
  read();
})();
