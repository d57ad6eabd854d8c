"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const texts = data.texts;
const SQUARE = 60;
const FRAME = 40;
const BOARD = 560;
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const element = (id) => document.getElementById(id);

/** Creates an element. Texts are set as text: whatever a record contains, it is never markup. */
function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function draw(parent, name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");
const number = (value, digits) =>
  value === null ? "–" : value.toLocaleString(data.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const clock = (seconds) => {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
/** Replaces the names in braces of a text. */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name);

// --- The rules ---------------------------------------------------------------------------------

const indexOf = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
const nameOf = (index) => String.fromCharCode(97 + (index % 8), 49 + (index >> 3));
const letterOf = { black: "X", white: "O" };
const other = (player) => (player === "black" ? "white" : "black");

/** The squares that a move flips. */
function flips(squares, player, at) {
  const own = letterOf[player];
  const theirs = letterOf[other(player)];
  const flipped = [];
  if (squares[at] !== "-") return flipped;
  for (const [down, right] of [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]) {
    const line = [];
    let row = (at >> 3) + down;
    let column = (at % 8) + right;
    while (row >= 0 && row < 8 && column >= 0 && column < 8 && squares[8 * row + column] === theirs) {
      line.push(8 * row + column);
      row += down;
      column += right;
    }
    if (line.length > 0 && row >= 0 && row < 8 && column >= 0 && column < 8 && squares[8 * row + column] === own) {
      flipped.push(...line);
    }
  }
  return flipped;
}

const canMove = (squares, player) => [...squares.keys()].some((at) => flips(squares, player, at).length > 0);

/** The position after a move. A side without a move passes. */
function after(position, player, name) {
  const at = indexOf(name);
  const flipped = flips(position.squares, player, at);
  const squares = [...position.squares];
  for (const changed of [at, ...flipped]) squares[changed] = letterOf[player];
  const next = other(player);
  return { squares, turn: canMove(squares, next) ? next : player, last: at, flipped };
}

/** The positions of a game: the start, and one after each ply. */
function positionsOf(game) {
  const [squares, turn] = game.start.split(" ");
  const start = { squares: [...squares], turn: turn === "X" ? "black" : "white", last: null, flipped: [] };
  const positions = [start];
  for (const ply of game.plies) {
    const before = positions.at(-1);
    positions.push(ply.move ? after(before, ply.player, ply.move) : { ...before, turn: other(ply.player), flipped: [] });
  }
  return positions;
}

/** The positions of the better line instead of a ply. */
function lineOf(ply) {
  let position = positions[ply - 1];
  let player = game.plies[ply - 1].player;
  return game.plies[ply - 1].line.map((move) => {
    const mover = flips(position.squares, player, indexOf(move)).length > 0 ? player : other(player);
    position = after(position, mover, move);
    player = other(mover);
    return { move, player: mover, position };
  });
}

const discs = (position, player) => position.squares.filter((letter) => letter === letterOf[player]).length;

// --- The state ---------------------------------------------------------------------------------

let game;
let positions;
let ply = 0;
/** The better line that is stepped through, and the number of its moves played; null on the game's own line. */
let line = null;
let inLine = 0;

const isMistake = (judged) => judged.class in SIGNS;
const scoreForBlack = (judged) => (judged.player === "black" ? judged.score : -judged.score);

/** The game's course: pairs of a ply and the score for Black after it. */
function courseOf(game) {
  const judged = game.plies.flatMap((of, at) => (of.class ? [[at + 1, scoreForBlack(of), of]] : []));
  if (judged.length === 0) return [];
  const [first, , of] = judged[0];
  const before = of.player === "black" ? of.best_score : -of.best_score;
  return [[first - 1, before], ...judged];
}

function go(to) {
  line = null;
  ply = Math.max(0, Math.min(to, game.plies.length));
  show();
}

function step(by) {
  if (line) {
    const at = inLine + by;
    if (at < 1) return go(ply);
    inLine = Math.min(at, line.length);
    return show();
  }
  go(ply + by);
}

function enterLine(at) {
  line = lineOf(ply);
  inLine = at;
  show();
}

function nextMistake() {
  const bad = game.plies.flatMap((of, at) => (isMistake(of) ? [at + 1] : []));
  go(bad.find((at) => at > ply) ?? bad[0] ?? ply);
}

// --- The board ---------------------------------------------------------------------------------

const center = (index) => [FRAME + (index % 8) * SQUARE + SQUARE / 2, FRAME + (index >> 3) * SQUARE + SQUARE / 2];

/** Draws a position, with an arrow from the move played to the better move. */
function boardOf(position, { better = null, played = position.last, animated = false, label }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${BOARD} ${BOARD}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  draw(svg, "use", { href: "#empty-board" });
  position.squares.forEach((letter, at) => {
    if (letter === "-") return;
    const [x, y] = center(at);
    const color = letter === "X" ? "black" : "white";
    draw(svg, "circle", { cx: x + 2, cy: y + 3, r: 25, "fill-opacity": 0.22 });
    const disc = draw(svg, "circle", { cx: x, cy: y, r: 25, fill: `url(#${color})`, stroke: color === "black" ? "#0a0c0d" : "#b4b1a5" });
    if (animated && position.flipped.includes(at)) disc.setAttribute("class", "flipped");
  });
  if (played !== null) {
    const [cx, cy] = center(played);
    draw(svg, "circle", { cx, cy, r: 8, fill: "#e5383b", stroke: "#fff", "stroke-width": 1.5 });
  }
  if (better !== null) {
    const [x, y] = center(better);
    draw(svg, "circle", { cx: x, cy: y, r: 25, fill: "none", stroke: "#ffe066", "stroke-width": 4, "stroke-dasharray": "9 5" });
    if (played !== null) {
      const [x0, y0] = center(played);
      const length = Math.hypot(x - x0, y - y0);
      const part = (from, distance) => from + distance;
      const [dx, dy] = [(x - x0) / length, (y - y0) / length];
      const ends = { x1: part(x0, 12 * dx), y1: part(y0, 12 * dy), x2: part(x, -24 * dx), y2: part(y, -24 * dy) };
      draw(svg, "line", { ...ends, stroke: "#ffe066", "stroke-width": 6, "stroke-linecap": "round", "marker-end": "url(#tip)" });
    }
  }
  return svg;
}

/** A position in words. */
function described(position) {
  const where = (player) => position.squares.flatMap((letter, at) => (letter === letterOf[player] ? [nameOf(at)] : [])).join(" ");
  return `${texts.black}: ${where("black")}. ${texts.white}: ${where("white")}.`;
}

function showPlayer(player, position) {
  const of = game.plies.slice(0, ply).filter((played) => played.player === player && played.seconds !== undefined);
  const used = of.reduce((sum, played) => sum + played.seconds, 0);
  const { rating } = game[player];
  element(`${player}-side`).classList.toggle("turn", position.turn === player && ply < game.plies.length);
  element(`${player}-side`).replaceChildren(
    make("span", { className: `disc ${player}` }),
    make("span", { className: "name" }, rating === null ? game.names[player] : `${game.names[player]} (${Math.round(rating)})`),
    make("span", { className: "time" }, of.length > 0 ? clock(used) : ""),
    make("span", { className: "count" }, String(discs(position, player))),
  );
}

function showLine(of) {
  const has = of && of.line;
  element("line").hidden = !has;
  if (!has) return;
  const moves = of.line.map((move, at) => {
    const pressed = line !== null && inLine === at + 1;
    return make("button", { type: "button", onclick: () => enterLine(at + 1), "aria-pressed": String(pressed) }, move);
  });
  const back = make("button", { type: "button", onclick: () => go(ply) }, texts.back_to_game);
  element("line").replaceChildren(make("span", {}, `${texts.better_line}:`), ...moves, ...(line ? [back] : []));
}

function show() {
  const of = ply > 0 ? game.plies[ply - 1] : null;
  const position = line ? line[inLine - 1].position : positions[ply];
  const better = !line && of && of.line ? indexOf(of.line[0]) : null;
  // Arrow keys pressed on a button of the line keep it in focus.
  const focused = [...element("line").children].indexOf(document.activeElement);
  element("board").replaceChildren(boardOf(position, { better, animated: true, label: described(position) }));
  for (const player of ["black", "white"]) showPlayer(player, position);
  const inWords = of === null ? texts.start : of.text;
  const score = of && of.class ? ` (${game.names.black} ${signed(scoreForBlack(of))})` : "";
  const time = of && of.seconds !== undefined ? ` ${clock(of.seconds)}` : "";
  element("said").textContent = line ? fill(texts.in_line, { move: line[inLine - 1].move, number: inLine, of: line.length }) : inWords + score + time;
  element("said").className = of && !line && isMistake(of) ? of.class : "";
  element("note").textContent = line ? "" : (of ? of.note : game.note) ?? "";
  showLine(of);
  if (focused >= 0) element("line").children[line ? inLine : 1]?.focus();
  element("first").disabled = element("back").disabled = ply === 0 && !line;
  element("forward").disabled = element("last").disabled = line ? inLine === line.length : ply === game.plies.length;
  element("next-mistake").disabled = !game.plies.some(isMistake);
  for (const button of element("moves").querySelectorAll("button")) {
    const isHere = Number(button.dataset.ply) === ply;
    button.tabIndex = isHere || (ply === 0 && button.dataset.ply === "1") ? 0 : -1;
    if (isHere) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  showPlace();
}

// --- The graph ---------------------------------------------------------------------------------

const HEIGHT = 220;
const EDGE = { left: 36, right: 10, top: 8, bottom: 22 };
let xOf = () => 0;
let yOf = () => 0;
let plyAt = () => 0;

function drawGraph() {
  const course = courseOf(game);
  const width = Math.max(280, element("graph").clientWidth || 640);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.setAttribute("aria-hidden", "true");
  const scores = course.map(([, score]) => score);
  const most = Math.max(8, ...scores.map(Math.abs));
  const gap = most > 40 ? 32 : most > 20 ? 16 : most > 10 ? 8 : 4;
  const [low, high] = [Math.floor(Math.min(-4, ...scores) / gap) * gap, Math.ceil(Math.max(4, ...scores) / gap) * gap];
  const plies = Math.max(1, game.plies.length);
  const room = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
  xOf = (at) => EDGE.left + (at / plies) * room[0];
  yOf = (score) => EDGE.top + ((high - score) / (high - low)) * room[1];
  plyAt = (x) => Math.round(((x - EDGE.left) / room[0]) * plies);
  for (let score = low; score <= high; score += gap) {
    const y = yOf(score);
    draw(svg, "path", { class: score === 0 ? "zero" : "grid", d: `M${EDGE.left} ${y}H${width - EDGE.right}` });
    draw(svg, "text", { class: "tick", x: EDGE.left - 6, y: y + 4, "text-anchor": "end" }, signed(score));
  }
  // The side that is ahead above and below zero.
  for (const [y, color] of [[EDGE.top + 9, "black"], [HEIGHT - EDGE.bottom - 9, "white"]]) {
    draw(svg, "circle", { cx: EDGE.left + 11, cy: y, r: 6, fill: `url(#${color})`, stroke: "#6b7278" });
  }
  for (let at = 0; at <= plies; at += 10) draw(svg, "text", { class: "tick", x: xOf(at), y: HEIGHT - 6, "text-anchor": "middle" }, at);
  if (course.length > 0) {
    const points = course.map(([at, score]) => `${xOf(at).toFixed(1)} ${yOf(score).toFixed(1)}`);
    const part = (limit) => course.map(([at, score]) => `${xOf(at).toFixed(1)} ${yOf(limit(score, 0)).toFixed(1)}`);
    const [start, end] = [xOf(course[0][0]), xOf(course.at(-1)[0])];
    for (const [name, limit] of [["above", Math.max], ["below", Math.min]]) {
      draw(svg, "path", { class: name, d: `M${start} ${yOf(0)}L${part(limit).join("L")}L${end} ${yOf(0)}Z` });
    }
    draw(svg, "path", { class: "curve", d: `M${points.join("L")}` });
  }
  if (game.exact_from !== null) draw(svg, "path", { class: "exact-from", d: `M${xOf(game.exact_from - 1)} ${EDGE.top}V${HEIGHT - EDGE.bottom}` });
  draw(svg, "path", { class: "here", id: "here" });
  for (const [at, score, of] of course) {
    if (of && isMistake(of) && of.class !== "inaccuracy") {
      draw(svg, "circle", { class: `dot ${of.class}`, cx: xOf(at), cy: yOf(score), r: 5 });
    }
  }
  draw(svg, "circle", { class: "dot now", id: "now", r: 5 });
  element("graph").replaceChildren(svg);
  for (const id of ["exact", "exact-text"]) element(id).hidden = game.exact_from === null;
}

/** Marks the ply in the graph. */
function showPlace() {
  const graph = element("graph");
  element("here").setAttribute("d", `M${xOf(ply)} ${EDGE.top}V${HEIGHT - EDGE.bottom}`);
  const course = courseOf(game);
  const score = course.findLast(([at]) => at <= ply)?.[1];
  element("now").setAttribute("visibility", score === undefined || ply < course[0][0] ? "hidden" : "visible");
  element("now").setAttribute("cx", xOf(ply));
  element("now").setAttribute("cy", yOf(score ?? 0));
  graph.setAttribute("aria-valuemin", 0);
  graph.setAttribute("aria-valuemax", game.plies.length);
  graph.setAttribute("aria-valuenow", ply);
  graph.setAttribute("aria-valuetext", element("said").textContent);
}

// --- The lists ---------------------------------------------------------------------------------

function showTotals() {
  const rows = [
    [texts.accuracy, (total) => (total.accuracy === null ? "–" : `${number(total.accuracy, 1)}%`), "strong"],
    [texts.lost, (total) => String(total.lost)],
    [texts.per_move, (total) => number(total.average_loss, 2)],
    [texts.best, (total) => String(total.best)],
    [texts.good, (total) => String(total.good)],
    [texts.inaccuracies, (total) => String(total.inaccuracies)],
    [texts.mistakes, (total) => String(total.mistakes), "mistake"],
    [texts.blunders, (total) => String(total.blunders), "blunder"],
  ];
  const sides = ["black", "white"];
  const named = (player) => make("th", { scope: "col" }, make("span", { className: `disc ${player}` }), ` ${game.names[player]}`);
  const body = rows.map(([name, value, className = ""]) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...sides.map((player) => make("td", { className }, value(game[player])))));
  const head = make("tr", {}, make("td", {}), ...sides.map(named));
  element("totals").replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
}

function showMoves() {
  const items = game.plies.map((of, at) => {
    const count = make("span", { className: "number" }, String(at + 1));
    const disc = make("span", { className: `disc ${of.player}` });
    if (!of.move) return make("li", {}, count, make("span", { className: "pass" }, texts.pass));
    const mark = of.mark ?? (of.class && SIGNS[of.class]) ?? "";
    const loss = of.lost ? signed(-of.lost) : "";
    const children = [disc, of.move, make("span", { className: `mark ${of.class}` }, mark), make("span", { className: `loss ${of.class}` }, loss)];
    const button = make("button", { type: "button", onclick: () => go(at + 1), title: of.text }, ...children);
    button.dataset.ply = at + 1;
    return make("li", {}, count, button);
  });
  element("moves").replaceChildren(...items);
}

/** Lists the mistakes, the worst first, with boards of the first three. Inaccuracies only fill up the three. */
function showMistakes() {
  const bad = game.plies.map((of, at) => ({ of, at })).filter(({ of }) => isMistake(of));
  bad.sort((one, next) => next.of.lost - one.of.lost);
  const shown = bad.filter(({ of }, rank) => rank < 3 || of.class !== "inaccuracy");
  const items = shown.map(({ of, at }, rank) => {
    const words = make("span", {}, make("span", { className: `mark ${of.class}` }, `${SIGNS[of.class]} `), of.text);
    const open = () => { go(at + 1); element("position").scrollIntoView({ block: "nearest" }); };
    const button = make("button", { type: "button", onclick: open }, words);
    if (rank < 3) {
      const options = { better: indexOf(of.line[0]), played: indexOf(of.move), label: described(positions[at]) };
      const board = boardOf(positions[at], options);
      board.setAttribute("class", "mini");
      button.prepend(board);
    }
    return make("li", {}, button);
  });
  if (items.length === 0) items.push(make("li", {}, texts.no_mistakes));
  element("mistakes").replaceChildren(...items);
}

function showIndex() {
  if (data.games.length < 2) return;
  const names = ["", texts.black, texts.white, texts.result, `${texts.accuracy} ${texts.black}`, `${texts.accuracy} ${texts.white}`, texts.opening];
  const percent = ({ accuracy }) => (accuracy === null ? "–" : `${number(accuracy, 1)}%`);
  const rows = data.games.map((of, at) => {
    const cells = [of.names.black, of.names.white, of.result ?? "–", percent(of.black), percent(of.white), of.opening ?? "–"];
    const link = make("a", { href: `#${at + 1}` }, fill(texts.game, { number: of.number }));
    return make("tr", {}, make("th", { scope: "row" }, link), ...cells.map((cell) => make("td", {}, cell)));
  });
  const head = make("tr", {}, make("td", {}), ...names.slice(1).map((name) => make("th", { scope: "col" }, name)));
  element("index").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  element("index").hidden = false;
}

function open(at) {
  game = data.games[at];
  positions = positionsOf(game);
  element("title").textContent = document.title = game.title;
  element("facts").textContent = game.facts.join(" · ");
  [...element("index").querySelectorAll("tbody tr")].forEach((row, of) => row.setAttribute("aria-current", String(of === at)));
  showTotals();
  showMoves();
  showMistakes();
  drawGraph();
  go(0);
}

// --- The reader --------------------------------------------------------------------------------

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from files and old browsers.
    const area = make("textarea", { value: text, className: "hidden" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  element("copied").textContent = texts.copied;
}

const positionText = (position) => `${position.squares.join("")} ${letterOf[position.turn]}`;

element("first").onclick = () => go(0);
element("back").onclick = () => step(-1);
element("forward").onclick = () => step(1);
element("last").onclick = () => go(game.plies.length);
element("next-mistake").onclick = nextMistake;
element("copy-moves").onclick = () => copy(game.plies.map((of) => of.move ?? "").join(""));
element("copy-position").onclick = () => copy(positionText(line ? line[inLine - 1].position : positions[ply]));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const actions = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(game.plies.length) };
  const slider = { ArrowDown: actions.ArrowLeft, ArrowUp: actions.ArrowRight };
  const action = actions[event.key] ?? (event.target === element("graph") ? slider[event.key] : undefined) ??
    (event.key === "Escape" && line ? () => go(ply) : undefined);
  if (!action) return;
  event.preventDefault();
  const isInMoves = element("moves").contains(document.activeElement);
  action();
  if (isInMoves) element("moves").querySelector("[aria-current]")?.focus();
});

element("board").addEventListener("wheel", (event) => {
  event.preventDefault();
  step(event.deltaY > 0 ? 1 : -1);
}, { passive: false });

let touchedAt = null;
element("board").addEventListener("pointerdown", (event) => { touchedAt = event.clientX; });
element("board").addEventListener("pointerup", (event) => {
  if (touchedAt === null) return;
  const moved = event.clientX - touchedAt;
  touchedAt = null;
  // A swipe to the left goes forward; a click on the left half goes back.
  if (Math.abs(moved) > 30) return step(moved < 0 ? 1 : -1);
  const { left, width } = element("board").getBoundingClientRect();
  step(event.clientX < left + width / 2 ? -1 : 1);
});

const follow = (event) => go(plyAt(event.clientX - element("graph").getBoundingClientRect().left));
element("graph").addEventListener("pointerdown", (event) => {
  follow(event);
  if (event.pointerType === "mouse") element("graph").setPointerCapture(event.pointerId);
});
element("graph").addEventListener("pointermove", (event) => { if (event.buttons === 1) follow(event); });

let drawnWidth = 0;
new ResizeObserver(() => {
  const width = element("graph").clientWidth;
  if (width === drawnWidth) return;
  drawnWidth = width;
  drawGraph();
  showPlace();
}).observe(element("graph"));

const chosen = () => Math.max(0, Math.min(Number(location.hash.slice(1)) - 1 || 0, data.games.length - 1));
addEventListener("hashchange", () => open(chosen()));
showIndex();
open(chosen());
