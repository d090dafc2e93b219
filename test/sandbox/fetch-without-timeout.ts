/** `fetch` without its caller's time limit, which a response may exceed on a busy machine. */
export const fetchWithoutTimeout: typeof fetch = (url, init) => fetch(url, { ...init, signal: null })
