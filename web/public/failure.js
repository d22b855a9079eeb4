// Says why the page stays empty: its own scripts say nothing if they do not load.
addEventListener(
  "error",
  ({ target }) => {
    const page = document.getElementById("page");
    if (!(target instanceof HTMLScriptElement) || !page) return;
    page.textContent =
      origin === "null"
        ? "This page did not load in a sandboxed frame. Its host must send Access-Control-Allow-Origin: *, or the frame must allow-same-origin."
        : "This page did not load. Check the network and reload.";
  },
  true,
);
