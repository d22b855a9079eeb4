/** Lets the browser answer the reader between two pieces of work. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Loads a module, if need be again after one, two and four seconds. A browser may remember that a module did not come,
 * so that its address needs a query then; the browser's message has the address.
 */
export async function loadModule<Module>(start: () => Promise<Module>, tries = 3): Promise<Module> {
  let again = start;
  for (let n = 0; ; n += 1) {
    try {
      return await again();
    } catch (error) {
      if (n === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** n));
      const [address] = /https?:[^\s?]+\.js/.exec(String(error)) ?? [];
      if (address) again = () => import(/* @vite-ignore */ `${address}?again=${n}`) as Promise<Module>;
    }
  }
}
