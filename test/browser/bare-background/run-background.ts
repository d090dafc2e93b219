import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import * as indexedDb from 'fake-indexeddb'

/** Web globals that a background uses next to the extension API. */
const web = [
  'AbortController',
  'AbortSignal',
  'atob',
  'Blob',
  'btoa',
  'clearTimeout',
  'crypto',
  'DOMException',
  'Headers',
  'MessageChannel',
  'navigator',
  'performance',
  'queueMicrotask',
  'Request',
  'Response',
  'setTimeout',
  'structuredClone',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'WebSocket',
] as const

/**
 * In its own realm, which has only the web's globals and the given ones. After `over` its requests fail, so that none reaches
 * the sandbox of a later test.
 */
export function runBackground(
  folder: string,
  base: string,
  api: { readonly [name: string]: object },
  over: AbortSignal,
): void {
  const globals = Object.fromEntries(web.map((name) => [name, Reflect.get(globalThis, name)]))
  const { default: _default, forceCloseDatabase: _force, ...classes } = indexedDb
  const context = createContext({
    ...globals,
    ...classes,
    indexedDB: new indexedDb.IDBFactory(),
    fetch: (url: string, init?: RequestInit) =>
      url.startsWith(base)
        ? Promise.resolve(new Response(readFileSync(join(folder, url.slice(base.length)))))
        : fetch(url, { ...init, signal: AbortSignal.any([over, ...(init?.signal ? [init.signal] : [])]) }),
    ...api,
  })
  const file = join(folder, 'background.js')
  new Script(readFileSync(file, 'utf8'), { filename: file }).runInContext(context)
}
