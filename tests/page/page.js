// Drives a report in headless Chromium: reversi's own page, in light and dark, on a desk and on a phone.
// Usage: node page.js PAGE HOSTILE-PAGE FOLDER
// PAGE has a finished game with mistakes, HOSTILE-PAGE markup in its names; pictures go to FOLDER.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const puppeteer = require("puppeteer-core");
const axe = require("axe-core");

const [report, hostile, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const SIZES = { desk: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };

async function open(browser, file) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => problems.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) problems.push(`request of ${request.url()}`);
  });
  page.on("dialog", (dialog) => { problems.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(`file://${file}`);
  return { page, problems };
}

const count = (page, player) => page.$eval(`#${player}-side .count`, (element) => Number(element.textContent));
const current = (page) => page.$eval("#graph", (element) => Number(element.getAttribute("aria-valuenow")));
const said = (page) => page.$eval("#said", (element) => element.textContent);

async function steps(page) {
  const plies = await page.$eval("#graph", (element) => Number(element.getAttribute("aria-valuemax")));
  assert.equal(await current(page), 0);
  assert.deepEqual([await count(page, "black"), await count(page, "white")], [2, 2]);
  for (let ply = 1; ply <= plies; ply += 1) await page.keyboard.press("ArrowRight");
  assert.equal(await current(page), plies);
  const facts = await page.$eval("#facts", (element) => element.textContent);
  const [black, white] = facts.match(/(\d+)–(\d+)/).slice(1).map(Number);
  assert.deepEqual([await count(page, "black"), await count(page, "white")], [black, white]);
  for (let ply = plies; ply > 0; ply -= 1) await page.keyboard.press("ArrowLeft");
  assert.deepEqual([await current(page), await count(page, "black")], [0, 2]);
  await page.keyboard.press("End");
  assert.equal(await current(page), plies);
  await page.click("#back");
  assert.equal(await current(page), plies - 1);
  await page.click("#first");
  await (await page.$("#board")).hover();
  await page.mouse.wheel({ deltaY: 100 });
  await page.waitForFunction(() => document.getElementById("graph").getAttribute("aria-valuenow") === "1");
}

async function mistakes(page) {
  await page.click("#mistakes button");
  const ply = await current(page);
  assert.ok(ply > 0);
  assert.match(await said(page), /Best was/);
  assert.equal(await page.$$eval("#board line", (arrows) => arrows.length), 1);
  await page.click("#line button");
  assert.match(await said(page), /Better line: .* move 1 of/);
  await page.keyboard.press("ArrowRight");
  assert.match(await said(page), /move 2 of/);
  await page.keyboard.press("Escape");
  assert.match(await said(page), /Best was/);
  assert.equal(await current(page), ply);
  await page.$eval("#graph", (element) => element.scrollIntoView({ block: "center" }));
  const box = await (await page.$("#graph")).boundingBox();
  await page.mouse.click(box.x + box.width - 12, box.y + box.height / 2);
  assert.equal(String(await current(page)), await page.$eval("#graph", (element) => element.getAttribute("aria-valuemax")));
}

async function accessible(page, what) {
  // As a function of the debugger: the page's policy allows no further script.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  assert.deepEqual(said, [], what);
}

async function looks(page) {
  const grounds = new Set();
  for (const [name, size] of Object.entries(SIZES)) {
    for (const theme of ["light", "dark"]) {
      await page.setViewport(size);
      // The last one holds for the picture.
      for (const [motion, animation] of [["no-preference", "flip"], ["reduce", "none"]]) {
        await page.emulateMediaFeatures([
          { name: "prefers-color-scheme", value: theme },
          { name: "prefers-reduced-motion", value: motion },
        ]);
        const disc = await page.$eval("#board .flipped", (element) => getComputedStyle(element).animationName);
        assert.equal(disc, animation);
      }
      await page.evaluate(() => scrollTo(0, 0));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} scrolls sideways by ${wide}`);
      grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      await accessible(page, `${name}, ${theme}`);
      await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), fullPage: true });
    }
  }
  assert.equal(grounds.size, 2);
}

async function prints(page) {
  const sheet = Buffer.from(await page.pdf({ path: path.join(folder, "report.pdf"), preferCSSPageSize: true, printBackground: true }));
  const pages = sheet.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.equal(pages, 1, "the report prints on one sheet");
}

async function harmless(browser) {
  const { page, problems } = await open(browser, hostile);
  assert.equal(await page.$$eval("img, iframe, object, [onerror], [onmouseover]", (found) => found.length), 0);
  assert.equal(await page.$$eval("script", (found) => found.length), 2);
  assert.match(await page.$eval("#title", (element) => element.textContent), /<script>/);
  assert.deepEqual(problems, []);
  // The policy holds for whatever else might get in.
  await page.evaluate(() => {
    const script = document.createElement("script");
    try {
      script.textContent = "globalThis.ran = true";
    } catch {
      return;
    }
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await page.close();
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const { page, problems } = await open(browser, report);
    await steps(page);
    await mistakes(page);
    await looks(page);
    await prints(page);
    assert.deepEqual(problems, []);
    await harmless(browser);
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
