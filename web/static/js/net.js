// Requests with a time limit: a phone at the edge of the Wi-Fi would otherwise wait for minutes.

/**
 * Return the answer `{status, ok, etag, wait, body}`, or null if it isn't complete within `patience`
 * ms. `wait` is the time in ms after which to try again, if the server says one, a minute at most.
 * A body that isn't JSON is `{}` and not `ok`: a hotel's Wi-Fi answers with a page of its own.
 * (AbortSignal.timeout is too young for the phones that people keep.)
 */
export async function request(url, options, patience) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), patience);
  try {
    const answer = await fetch(url, { ...options, signal: control.signal });
    const body = parsed(await answer.text());
    return {
      status: answer.status,
      ok: answer.ok && Boolean(body),
      etag: answer.headers.get("ETag") ?? "",
      wait: Math.min(1000 * Number(answer.headers.get("Retry-After")) || 0, 60000),
      body: body ?? {},
    };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** POST JSON; return what `request` returns. */
export function postJson(url, data, patience) {
  const headers = { "Content-Type": "application/json" };
  return request(url, { method: "POST", headers, body: JSON.stringify(data) }, patience);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
