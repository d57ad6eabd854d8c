
// --- The games ---------------------------------------------------------------------------------

const HEIGHT = 240;
const EDGE = { left: 34, right: 12, top: 12, bottom: 26 };
/** The number of games whose mean the line shows. */
const RECENT = 10;

function drawChart(games) {
  const width = element("chart").clientWidth;
  const most = Math.ceil(Math.max(1, ...games.map(({ average }) => average)));
  const room = width - EDGE.left - EDGE.right;
  const xOf = (at) => EDGE.left + (room * (at + 0.5)) / games.length;
  const yOf = (average) => HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * average) / most;
  element("chart").replaceChildren();
  const svg = draw(element("chart"), "svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-labelledby": "progress-title" });
  const step = Math.ceil(most / 5);
  for (let discs = 0; discs <= most; discs += step) {
    draw(svg, "path", { class: discs === 0 ? "zero" : "grid", d: `M${EDGE.left} ${yOf(discs)}H${width - EDGE.right}` });
    draw(svg, "text", { class: "tick", x: EDGE.left - 6, y: yOf(discs) + 4, "text-anchor": "end" }, discs);
  }
  draw(svg, "text", { class: "tick", x: EDGE.left, y: HEIGHT - 8 }, games[0].name);
  draw(svg, "text", { class: "tick", x: width - EDGE.right, y: HEIGHT - 8, "text-anchor": "end" }, games.at(-1).name);
  games.forEach(({ name, loss, average }, at) => {
    const dot = draw(svg, "circle", { class: "dot game", cx: xOf(at), cy: yOf(average), r: 4 });
    draw(dot, "title", {}, `${name}: ${loss}`);
  });
  const mean = (at) => {
    const recent = games.slice(Math.max(0, at + 1 - RECENT), at + 1);
    return recent.reduce((sum, { average }) => sum + average, 0) / recent.length;
  };
  const points = games.map((_, at) => `${xOf(at)},${yOf(mean(at))}`);
  draw(svg, "polyline", { class: "mean", points: points.join(" ") });
}

// --- The tables --------------------------------------------------------------------------------

function bar(average, most) {
  const cell = make("td", { className: "bar" });
  if (average !== null) {
    const svg = draw(cell, "svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    draw(svg, "rect", { width: (100 * average) / most, height: 10 });
  }
  return cell;
}

function sectionOf({ title, rows }, number) {
  const most = Math.max(1, ...rows.map(({ average }) => average ?? 0));
  const hasBars = rows.some(({ average }) => average !== null);
  const body = rows.map((row) => {
    const texts = [row.text, row.loss].filter(Boolean).map((text) => make("div", {}, text));
    const bars = hasBars ? [bar(row.average, most)] : [];
    return make("tr", {}, make("th", { scope: "row" }, row.name), make("td", {}, ...texts), ...bars);
  });
  const heading = make("h2", { id: `table-${number}` }, title);
  return make("section", {}, heading, make("table", { "aria-labelledby": heading.id }, make("tbody", {}, ...body)));
}

element("summary").append(...data.sentences.map((said) => make("p", {}, said)));
const games = data.games.filter(({ average }) => average !== null);
element("progress").hidden = games.length < 2;
if (games.length >= 2) new ResizeObserver(() => drawChart(games)).observe(element("chart"));
element("stats").append(...data.tables.map(sectionOf));
