/** `fetch` without its caller's time limit, which a response may exceed on a busy machine. */
export const unhurriedFetch: typeof fetch = (url, init) => fetch(url, { ...init, signal: null })
