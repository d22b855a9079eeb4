import { expect, test } from "vitest";

import type { FromWorker, ToWorker } from "../../src/engine/messages";
import { Pool, QuestionError, type TimeLimits } from "../../src/engine/pool";

/** A worker that answers when the test tells it to. */
class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  asked: { number: number; question: string }[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    if ("number" in message) this.asked.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}

function pool(size: number, timeLimits?: TimeLimits): { pool: Pool; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const make = (): Worker => {
    const fake = new FakeWorker();
    workers.push(fake);
    return fake as unknown as Worker;
  };
  return { pool: new Pool({} as WebAssembly.Module, size, make, timeLimits), workers };
}

test("each worker has one question while the others wait", async () => {
  const { pool: asked, workers } = pool(2);
  const answers = ["a", "b", "c"].map((id) => asked.ask<{ id: string }>({ ask: "x", id }));
  const [first, second] = workers as [FakeWorker, FakeWorker];
  expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  second.say({ number: second.asked[0]?.number ?? 0, answer: '{"id":"b"}' });
  expect(second.asked.length).toBe(2);
  second.say({
    number: second.asked[1]?.number ?? 0,
    answer: '{"error":{"code":"missing","message":"no","field":"deal"}}',
  });
  first.say({ number: first.asked[0]?.number ?? 0, answer: '{"id":"a"}' });
  expect(await answers[0]).toEqual({ id: "a" });
  expect(await answers[1]).toEqual({ id: "b" });
  await expect(answers[2]).rejects.toMatchObject({ code: "missing", field: "deal" });
});

test("an aborted question is dropped, waiting or running", async () => {
  const { pool: asked, workers } = pool(1);
  const [worker] = workers as [FakeWorker];
  const [running, waiting] = [new AbortController(), new AbortController()];
  const one = asked.ask({ ask: "one" }, running.signal);
  const two = asked.ask({ ask: "two" }, waiting.signal);
  const three = asked.ask<{ ok: number }>({ ask: "three" });
  waiting.abort();
  running.abort();
  await expect(one).rejects.toThrow();
  await expect(two).rejects.toThrow();
  // The answer to the dropped question arrives and is ignored; then the worker gets the next question.
  worker.say({ number: worker.asked[0]?.number ?? 0, answer: "not JSON" });
  expect(worker.asked.map(({ question }) => JSON.parse(question).ask)).toEqual(["one", "three"]);
  // An answer to another question is ignored.
  worker.say({ number: 999, answer: '{"ok":0}' });
  worker.say({ number: worker.asked[1]?.number ?? 0, answer: '{"ok":3}' });
  expect(await three).toEqual({ ok: 3 });
  await expect(asked.ask({ ask: "four" }, waiting.signal)).rejects.toThrow();
});

test("a worker whose engine broke is replaced", async () => {
  const { pool: asked, workers } = pool(1);
  const messages: string[] = [];
  asked.onbroken = (text) => messages.push(text);
  const broken = asked.ask({ ask: "one" });
  const next = asked.ask<{ ok: number }>({ ask: "two" });
  const [first] = workers as [FakeWorker];
  first.say({ number: first.asked[0]?.number ?? 0, broken: "panicked" });
  await expect(broken).rejects.toBeInstanceOf(QuestionError);
  expect([first.ended, workers.length, messages]).toEqual([true, 2, ["panicked"]]);
  const second = workers[1] as FakeWorker;
  second.say({ number: second.asked[0]?.number ?? 0, answer: '{"ok":2}' });
  expect(await next).toEqual({ ok: 2 });
  const lost = asked.ask({ ask: "three" });
  second.onerror?.({ message: "" });
  await expect(lost).rejects.toMatchObject({ code: "internal" });
  expect(workers.length).toBe(3);
});

test("a worker that cannot start is not restarted endlessly", async () => {
  const { pool: asked, workers } = pool(2);
  const answers = ["a", "b", "c"].map((id) => asked.ask({ ask: "x", id }));
  for (const worker of [...workers]) worker.onerror?.({ message: "gone" });
  for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: "internal" });
  await expect(asked.ask({ ask: "y" })).rejects.toMatchObject({ code: "internal" });
  expect(workers.length).toBe(2);
});

const SHORT_LIMITS = { begin: 300, answer: 900, dropped: 10 };

test("a silent worker is replaced and its question is asked again once", async () => {
  const workers: FakeWorker[] = [];
  const silent = new Set([0, 2, 3]);
  const make = (): Worker => {
    const fake = new FakeWorker();
    const place = workers.push(fake) - 1;
    const post = fake.postMessage.bind(fake);
    fake.postMessage = (message: ToWorker): void => {
      post(message);
      if ("number" in message && !silent.has(place)) {
        queueMicrotask(() => fake.say({ number: message.number, answer: `{"ok":${place}}` }));
      }
    };
    return fake as unknown as Worker;
  };
  const asked = new Pool({} as WebAssembly.Module, 1, make, SHORT_LIMITS);
  let lost = 0;
  asked.onlost = () => (lost += 1);
  expect(await asked.ask<{ ok: number }>({ ask: "one" })).toEqual({ ok: 1 });
  const [first, second] = workers as [FakeWorker, FakeWorker];
  expect([first.ended, second.asked[0]?.question]).toEqual([true, first.asked[0]?.question]);
  // Messages from the replaced worker are ignored.
  first.say({ number: first.asked[0]?.number ?? 0, answer: '{"ok":0}' });
  second.onerror?.({ message: "gone" });
  await expect(asked.ask({ ask: "two" })).rejects.toMatchObject({ code: "internal" });
  expect([workers.length, lost]).toEqual([4, 1]);
  // A new worker starts for the next question.
  expect(await asked.ask<{ ok: number }>({ ask: "three" })).toEqual({ ok: 4 });
});

test("a started question gets more time and is not asked again", async () => {
  const { pool: asked, workers } = pool(1, SHORT_LIMITS);
  const one = asked.ask({ ask: "one" });
  const [first] = workers as [FakeWorker];
  first.say({ number: first.asked[0]?.number ?? 0, begun: true });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(first.ended).toBe(false);
  await expect(one).rejects.toMatchObject({ code: "time" });
  expect([first.ended, workers.length]).toEqual([true, 1]);
});

test("a question moves to another worker when its own cannot start", async () => {
  const { pool: asked, workers } = pool(2);
  const one = asked.ask<{ ok: number }>({ ask: "one" });
  const [first, second] = workers as [FakeWorker, FakeWorker];
  first.onerror?.({ message: "gone" });
  second.say({ number: second.asked[0]?.number ?? 0, answer: '{"ok":1}' });
  expect(await one).toEqual({ ok: 1 });
});
