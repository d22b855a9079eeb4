/** A worker with its own instance of the engine. It answers one question at a time. */

import { TomlError } from "smol-toml";

import { withRuleObjects } from "./houseRules";
import { BrokenEngine, Instance } from "./instance";
import type { FromWorker, ToWorker } from "./messages";

let instance: Instance | undefined;

// The first answer takes longest, since the browser is still compiling; the worker answers WARM_UP in this time.
const WARM_UP =
  '{"ask":"solve","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","contract":["S","N","misere"]}';

const reply = (message: FromWorker): void => self.postMessage(message);

/** Holds a lock until the worker ends, so that the page notices the end even if no message reports it. */
function holdLock(lock: string): void {
  // Browsers have locks on secure origins only, and none in a sandboxed frame.
  navigator.locks
    ?.request(lock, () => {
      reply({ locked: true });
      return new Promise(() => {});
    })
    .catch(() => {});
}

function answer(engine: Instance, question: string): string {
  try {
    return engine.ask(withRuleObjects(question));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column } = error;
    const [problem] = error.message.split("\n");
    const message = `line ${line}, column ${column}: ${problem}`;
    return JSON.stringify({ error: { code: "bad-rules", field: "rules", message } });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    holdLock(data.lock);
    instance = new Instance(data.module);
    instance.ask(WARM_UP);
    return;
  }
  if (!instance) return;
  reply({ number: data.number, begun: true });
  try {
    reply({ number: data.number, answer: answer(instance, data.question) });
  } catch (error) {
    reply({ number: data.number, broken: error instanceof BrokenEngine ? error.message : String(error) });
  }
};
