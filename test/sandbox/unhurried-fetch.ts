/** `fetch` without the time limit that its caller sets, which an answer may exceed on a busy machine. */
export const unhurriedFetch: typeof fetch = (url, init) => fetch(url, { ...init, signal: null })
