// Runs a WebAssembly program that uses WASI: node wasi.mjs FILE [ARGUMENTS]
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [file, ...programArguments] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [file, ...programArguments], env: process.env, preopens: { '/': '/' } });
const program = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(program, wasi.getImportObject());
process.exit(wasi.start(instance));
