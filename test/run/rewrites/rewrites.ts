import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Fails the build where an edit has met nothing: what it was written for has changed. */
function refuse(bundle: object, names: RegExp, traces: string): void {
  for (const [name, part] of Object.entries(bundle)) {
    if (names.test(name) && 'code' in part && part.code.includes(traces)) {
      throw new Error(`${name} still has "${traces}": see test/run/rewrites/README.md`)
    }
  }
}

/** Ferry never sets markup from text, so Preact's only way to do it is left out: what is not in the package cannot be misused. */
const withoutMarkupSink: Plugin = {
  name: 'ferry-without-markup-sink',
  transform(code, id) {
    if (!id.endsWith('/preact/dist/preact.mjs')) return null
    const without = code.replace(/(\w+)\?\([^?]*?\.innerHTML=\1\.__html\),\w+\.__k=\[\]\):\(/, '(')
    return { code: without, map: null }
  },
  generateBundle: (_options, bundle) => refuse(bundle, /\.js$/, '.innerHTML'),
}

/** Vite fetches the styles of a later script beside it; ours are all there from the start, so `import()` is enough. */
const withoutPreloading: Plugin = {
  name: 'ferry-without-preloading',
  transform(_code, id) {
    if (!id.endsWith('vite/preload-helper.js')) return null
    return { code: 'export const __vitePreload = (load) => load()', map: null }
  },
  generateBundle(_options, bundle) {
    const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'))
    if (sheets.length > 1) throw new Error(`nobody would fetch one of ${sheets.join(', ')}`)
    refuse(bundle, /^chunks\//, 'vite:preloadError')
  },
}

/** What a page runs of us is our own code alone: what the manifest says of a script need not be in it, nor reports that nobody reads. */
const withoutWrapper: Plugin = {
  name: 'ferry-without-wrapper',
  enforce: 'pre',
  transform(code) {
    const [, path] = /^import definition from ("[^"]+content\.ts");[\s\S]*crashed on startup/.exec(code) ?? []
    return path === undefined ? null : { code: `import { main } from ${path}; main()`, map: null }
  },
  generateBundle: (_options, bundle) => refuse(bundle, /^content-scripts\//, 'crashed on startup'),
}

/** What a page shows before the App is there (`entrypoints/popup/first.ts`). Between its elements stands nothing that the App would have to move. */
const frame = readFileSync(resolve('entrypoints/popup/frame.html'), 'utf8').replace(/(^|>)\s+(?=<|$)/g, '$1')

/** Replaces what a page has once. Throws where it does not have it. */
function replaced(html: string, place: string, by: string): string {
  if (!html.includes(place)) throw new Error(`a page has no "${place}": see test/run/rewrites/README.md`)
  // A text would have its `$` read as a pattern.
  return html.replace(place, () => by)
}

/** Puts the frame into our pages, which paint nothing before it has been filled, and has the App fetched meanwhile. */
const withFrame: Plugin = {
  name: 'ferry-with-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const app = Object.keys(bundle ?? {}).find((name) => /\bapp-[^/]*\.js$/.test(name))
      if (bundle !== undefined && app === undefined) throw new Error('the App is in no file of its own')
      const framed = replaced(html, '<div id="root"></div>', frame)
      const waiting = replaced(framed, '<script type="module"', '<script type="module" blocking="render"')
      if (app === undefined) return waiting
      return replaced(waiting, '</head>', `<link rel="modulepreload" href="/${app}"></head>`)
    },
  },
}

/** The edits of what others' tools make; the page beside this file says what each costs and buys. */
export const rewrites: Plugin[] = [withoutMarkupSink, withoutWrapper, withoutPreloading, withFrame]
