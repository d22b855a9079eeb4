import { Instance } from "./instance.js";

export { BrokenEngine } from "./instance.js";

const FILE = new URL("./preference_web.wasm", import.meta.url);

/** Reads the engine's file, which lies next to this one. */
async function readFile() {
  if (FILE.protocol !== "file:") return (await fetch(FILE)).arrayBuffer();
  return (await import("node:fs/promises")).readFile(FILE);
}

export class QuestionError extends Error {
  constructor({ code, message, field }) {
    super(message);
    this.name = "QuestionError";
    this.code = code;
    this.field = field;
  }
}

export class Engine {
  #instance;

  constructor(module) {
    this.#instance = new Instance(module);
  }

  static async load(bytes) {
    return new Engine(await WebAssembly.compile(bytes ?? (await readFile())));
  }

  ask(question) {
    const answer = JSON.parse(this.#instance.ask(JSON.stringify(question)));
    if ("error" in answer) throw new QuestionError(answer.error);
    return answer;
  }

  askList(question) {
    const answer = this.ask(question);
    return answer.answers ?? [answer];
  }
}
