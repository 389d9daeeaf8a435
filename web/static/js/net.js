// fetch that gives up: a phone at the edge of the Wi-Fi would otherwise wait for minutes.

/** `fetch` aborted after `patience` ms (AbortSignal.timeout is too young for the phones that people keep). */
export async function request(url, options, patience) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), patience);
  try {
    return await fetch(url, { ...options, signal: control.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** POST JSON; the answer `{status, body}`, or null when there was none. */
export async function postJson(url, data, patience) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  try {
    const response = await request(url, options, patience);
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return null;
  }
}
