#!/usr/bin/env bash
# Makes src/askew/report/assets/vega anew: Vega, Vega-Lite and Vega's expression interpreter as one script, compressed, with their licences.
# For maintainers; needs npm. Versions are pinned here and nowhere else.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/src/askew/report/assets/vega
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund vega@6.4.0 vega-lite@6.4.3 vega-interpreter@2.3.2 esbuild@0.28.2
cat >entry.js <<'JS'
export { parse, View } from "vega";
export { compile } from "vega-lite";
export { expressionInterpreter } from "vega-interpreter";
JS
npx esbuild entry.js --bundle --minify --format=iife --global-name=askewVega --legal-comments=none --metafile=meta.json --outfile=bundle.js
# Every package that went in, with its licence, in front of the script and beside it.
node - >LICENSE <<'JS'
const fs = require("node:fs");
const inputs = Object.keys(JSON.parse(fs.readFileSync("meta.json")).inputs);
const names = [...new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean))].sort();
const texts = new Map();
for (const name of names) {
  const about = JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`));
  const file = fs.readdirSync(`node_modules/${name}`).find((path) => /^licen[sc]e/i.test(path));
  const text = file ? fs.readFileSync(`node_modules/${name}/${file}`, "utf8").trim() : about.license;
  texts.set(text, [...(texts.get(text) ?? []), `${name} ${about.version}`]);
}
for (const [text, packages] of texts) console.log(`${packages.join(", ")}\n\n${text}\n\n----\n`);
JS
! grep -q '\*/' LICENSE # it becomes a comment
{ echo "/*!"; cat LICENSE; echo "*/"; cat bundle.js; } | gzip -9 -n >"$out/vega.js.gz"
cp LICENSE "$out/LICENSE"
ls -l "$out"
