import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { selectFrameStyles } from './frame-styles.ts'

/** Fails the build if an edit matched nothing, because its target has changed. */
function requireNoTraces(bundle: object, names: RegExp, traces: string): void {
  for (const [name, part] of Object.entries(bundle)) {
    if (names.test(name) && 'code' in part && part.code.includes(traces)) {
      throw new Error(`${name} still has "${traces}": see test/run/rewrites/README.md`)
    }
  }
}

/**
 * Ferry never sets markup from text. Removes Preact's only way to do it, so that no code in the package can.
 */
const withoutMarkupSink: Plugin = {
  name: 'ferry-without-markup-sink',
  transform(code, id) {
    if (!id.endsWith('/preact/dist/preact.mjs')) return null
    const without = code.replace(/(\w+)\?\([^?]*?\.innerHTML=\1\.__html\),\w+\.__k=\[\]\):\(/, '(')
    return { code: without, map: null }
  },
  generateBundle: (_options, bundle) => requireNoTraces(bundle, /\.js$/, '.innerHTML'),
}

/**
 * Viem imports the curve in two ways. The dynamic one gets all exports: also Schnorr signatures and hashes to the curve, which
 * Ferry never uses, and which are then created at the start of the background. Rolldown also wraps every module behind such
 * an import, even where nothing is left of the function that imports it.
 */
const withoutDynamicImports: Plugin = {
  name: 'ferry-without-dynamic-imports',
  transform(code, id) {
    if (!id.includes('/viem/_esm/')) return null
    let atStart = ''
    const without = code.replace(/const (\{[^}]+\}) = await import\(('[^']+')\);/g, (_later, names, path) => {
      atStart += `import ${names} from ${path};`
      return ''
    })
    return atStart === '' ? null : { code: atStart + without, map: null }
  },
  generateBundle(_options, bundle) {
    requireNoTraces(bundle, /\.js$/, 'SSWU')
    // Rolldown's helper that wraps a module.
    requireNoTraces(bundle, /\.js$/, '(e=0)),t}catch')
  },
}

/**
 * `@scure/base` creates the codec of every alphabet when it loads. Marks these calls as pure, so that only the used ones stay.
 */
const withPureCodecs: Plugin = {
  name: 'ferry-with-pure-codecs',
  transform(code, id) {
    if (!id.endsWith('/@scure/base/lib/esm/index.js')) return null
    const calls =
      /(?<!function |\.|\w)(?:chain|radix2?|alphabet|join|padding|normalize|genBase58|genBech32)\(/g
    return { code: code.replace(calls, '/* @__PURE__ */ $&'), map: null }
  },
  // Crockford's alphabet, which no chain uses.
  generateBundle: (_options, bundle) => requireNoTraces(bundle, /\.js$/, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
}

/**
 * Valibot gives each schema an object and a function for other libraries that read schemas. Ferry has none of them, and the
 * background has more than a thousand schemas from its start.
 */
const withoutOtherLibraries: Plugin = {
  name: 'ferry-without-other-libraries',
  transform(code, id) {
    if (!id.endsWith('/valibot/dist/index.mjs')) return null
    const without = code.replace(/\tschema\["~standard"\] = \{[^}]*\}[^}]*\};\n/, '')
    return { code: without, map: null }
  },
  generateBundle: (_options, bundle) => requireNoTraces(bundle, /\.js$/, '~standard'),
}

/** Kinds of schema whose function reads the inputs of its factory. */
const maxOwnRuns = 10

/**
 * Valibot creates a function with each schema, although most of these functions read everything from `this`. Moves them in
 * front of their factories, so that all schemas of a kind share one.
 */
const withSharedRuns: Plugin = {
  name: 'ferry-with-shared-runs',
  transform(code, id) {
    if (!id.endsWith('/valibot/dist/index.mjs')) return null
    const shared = code.replace(
      /^function (\w+)\(([^()]*)\) \{\n\treturn [\s\S]*?\n\}$/gm,
      (factory: string, name: string, inputs: string) => {
        const [method, given, body = ''] = /\t\t"~run"\(([^()]*)\) (\{\n[\s\S]*?\n\t\t\})/.exec(factory) ?? []
        const isReadByRun = (input: string) =>
          new RegExp(`(?<![\\w$.])${input.replaceAll('$', '\\$')}(?![\\w$])`).test(body)
        if (method === undefined || inputs.match(/[\w$]+/g)?.some(isReadByRun)) return factory
        return `function ${name}Run(${given}) ${body}\n${factory.replace(method, () => `\t\t"~run": ${name}Run`)}`
      },
    )
    return { code: shared, map: null }
  },
  generateBundle(_options, bundle) {
    for (const [name, part] of Object.entries(bundle)) {
      if ('code' in part && part.code.split('"~run"(').length > maxOwnRuns)
        throw new Error(`the schemas of ${name} share no functions: see test/run/rewrites/README.md`)
    }
  },
}

/** Vite preloads the styles of a later script. The page loads ours before the App, so `import()` is enough. */
const withoutPreloading: Plugin = {
  name: 'ferry-without-preloading',
  transform(_code, id) {
    if (!id.endsWith('vite/preload-helper.js')) return null
    return { code: 'export const __vitePreload = (load) => load()', map: null }
  },
  generateBundle(_options, bundle) {
    const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'))
    if (sheets.length > 1) throw new Error(`no page would fetch one of ${sheets.join(', ')}`)
    requireNoTraces(bundle, /^chunks\//, 'vite:preloadError')
  },
}

/** Reduces content scripts to our own code: without WXT's copy of the manifest entry and its error reports. */
const withoutWrapper: Plugin = {
  name: 'ferry-without-wrapper',
  enforce: 'pre',
  transform(code) {
    const [, path] = /^import definition from ("[^"]+content\.ts");[\s\S]*crashed on startup/.exec(code) ?? []
    return path === undefined ? null : { code: `import { main } from ${path}; main()`, map: null }
  },
  generateBundle: (_options, bundle) => requireNoTraces(bundle, /^content-scripts\//, 'crashed on startup'),
}

/**
 * The frame that a page shows before the App (`entrypoints/popup/first.ts`). Without whitespace between
 * elements, which the App would have to move.
 */
const frame = readFileSync(resolve('entrypoints/popup/frame.html'), 'utf8').replace(/(^|>)\s+(?=<|$)/g, '$1')

/** Replaces the single occurrence of a text in a page. Throws if there is none. */
function replaceOnce(html: string, place: string, by: string): string {
  if (!html.includes(place)) throw new Error(`a page has no "${place}": see test/run/rewrites/README.md`)
  // A function, because `$` in a replacement string is a pattern.
  return html.replace(place, () => by)
}

/** All words of the frame, of the texts in the code that fills it, and of the page around it. */
const frameWords = new Set(
  ['entrypoints/popup/first.ts', 'components/home/amount-size.ts']
    .flatMap((source) => readFileSync(resolve(source), 'utf8').match(/'[^'\n]*'/g) ?? [])
    .concat(frame, 'html body data-theme light dark')
    .flatMap((text) => text.match(/[a-z][\w-]*/gi) ?? []),
)

/**
 * Puts the frame and its styles into our pages. They paint nothing before it is filled, and load the App and all styles
 * meanwhile.
 */
const withFrame: Plugin = {
  name: 'ferry-with-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const framed = replaceOnce(html, '<div id="root"></div>', frame)
      const waiting = replaceOnce(framed, '<script type="module"', '<script type="module" blocking="render"')
      if (bundle === undefined) return waiting
      const app = Object.keys(bundle).find((name) => /\bapp-[^/]*\.js$/.test(name))
      const sheet = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'))
      if (app === undefined || sheet?.type !== 'asset')
        throw new Error('the App and its styles are in no files of their own')
      const styles = selectFrameStyles(String(sheet.source), frameWords)
      const styled = replaceOnce(
        waiting,
        `<link rel="stylesheet" crossorigin href="/${sheet.fileName}">`,
        `<style>${styles}</style>`,
      )
      const rest = `<link rel="modulepreload" href="/${app}"><link rel="stylesheet" media="not all" href="/${sheet.fileName}">`
      return replaceOnce(styled, '</head>', `<template>${rest}</template></head>`)
    },
  },
}

/**
 * The App's script exports nothing. Rolldown still imports a helper from a file of its own, to name an empty namespace. The
 * browser fetches that file only after it has the App.
 */
const withoutHelperFile: Plugin = {
  name: 'ferry-without-helper-file',
  generateBundle(_options, bundle) {
    const app = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === 'app')
    if (app?.type !== 'chunk') return
    const [file, helper] = /import\{\w+ as (\w+)\}from"\.\/rolldown-runtime-[^"]+";/.exec(app.code) ?? []
    const [before = '', after, ...more] = app.code.split(`=${helper}({})`)
    if (file === undefined || after === undefined || more.length > 0) {
      throw new Error(`${app.fileName} uses its helper otherwise: see test/run/rewrites/README.md`)
    }
    app.code = `${before.replace(file, '')}={}${after}`
  },
}

/**
 * Writes other characters than ASCII as escapes. A browser stores a script with a single curly quote as two bytes per
 * character.
 */
const withEscapes: Plugin = {
  name: 'ferry-with-escapes',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      // After a backslash, an escape would mean another text.
      if (/\\[^\0-\x7f]/.test(part.code)) throw new Error(`${part.fileName} escapes a letter by a backslash`)
      part.code = part.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

/** The edits of third-party build output. The README in this folder has the cost and benefit of each. */
export const rewrites: Plugin[] = [
  withoutMarkupSink,
  withoutOtherLibraries,
  withSharedRuns,
  withoutDynamicImports,
  withPureCodecs,
  withoutWrapper,
  withoutPreloading,
  withoutHelperFile,
  withEscapes,
  withFrame,
]
