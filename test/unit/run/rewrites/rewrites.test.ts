import { runInNewContext } from 'node:vm'
import { describe, expect, it, test } from 'vitest'
import { rewrites } from '../../../run/rewrites/rewrites.ts'

const page =
  '<html><head><link rel="stylesheet" crossorigin href="/a.css"></head><body><div id="root"></div><script type="module" src="/a.js"></script></body></html>'

/** Applies the rewrite that puts the frame into a page. */
function framed(html: string): unknown {
  const hook = rewrites.find(({ name }) => name === 'ferry-with-frame')?.transformIndexHtml
  if (typeof hook !== 'object') throw new Error('no page is rewritten')
  const sheet = { type: 'asset', fileName: 'a.css', source: '.card{color:red}.receipt{color:blue}' }
  // The rewrite reads only `bundle` of its context.
  const bundle = { 'chunks/app-$&.js': { type: 'chunk', fileName: 'chunks/app-$&.js' }, 'a.css': sheet }
  return Reflect.apply(hook.handler, undefined, [html, { bundle }])
}

test('puts the frame, its styles and the files of the App into a page', () => {
  const html = framed(page)
  expect(html).toContain('<style>.card{color:red}</style>')
  const rest =
    '<link rel="modulepreload" href="/chunks/app-$&.js"><link rel="stylesheet" media="not all" href="/a.css">'
  expect(html).toContain(`<template>${rest}</template></head>`)
  expect(html).toContain('<script type="module" blocking="render" src="/a.js">')
})

test.each([
  '<div id="root"></div>',
  '<script type="module"',
  '</head>',
  '<link rel="stylesheet" crossorigin href="/a.css">',
])('refuses to build a page without %s', (place) => {
  expect(() => framed(page.replace(place, ''))).toThrow(place)
})

/** The code of the App's script after a rewrite of the whole bundle. */
function rewritten(rewrite: string, code: string): string {
  const hook = rewrites.find(({ name }) => name === rewrite)?.generateBundle
  if (typeof hook !== 'function') throw new Error(`there is no ${rewrite}`)
  const app = { type: 'chunk', name: 'app', fileName: 'app.js', code }
  // The rewrite reads only the bundle.
  Reflect.apply(hook, undefined, [null, { 'app.js': app }])
  return app.code
}

/** The code of a module after a rewrite of its own; null where the rewrite leaves it as it is. */
function transformed(rewrite: string, code: string, id: string): unknown {
  const hook = rewrites.find(({ name }) => name === rewrite)?.transform
  if (typeof hook !== 'function') throw new Error(`there is no ${rewrite}`)
  // The rewrite reads nothing of its context.
  return Reflect.apply(hook, undefined, [code, id])
}

test("makes viem's dynamic imports static", () => {
  const code = "async function read() { const { a, b } = await import('./later.js'); return a(b) }"
  expect(transformed('ferry-without-dynamic-imports', code, '/viem/_esm/read.js')).toEqual({
    code: "import { a, b } from './later.js';async function read() {  return a(b) }",
    map: null,
  })
  expect(transformed('ferry-without-dynamic-imports', code, '/elsewhere/read.js')).toBeNull()
})

test('marks the calls that create a codec as pure, but no definition and no method', () => {
  const code = "function chain() {} const a = chain(radix2(4), join('')); ['b'].join('')"
  expect(transformed('ferry-with-pure-codecs', code, '/@scure/base/lib/esm/index.js')).toEqual({
    code: "function chain() {} const a = /* @__PURE__ */ chain(/* @__PURE__ */ radix2(4), /* @__PURE__ */ join('')); ['b'].join('')",
    map: null,
  })
})

describe("the App's script without its helper", () => {
  const imports = 'import{t as e}from"./rolldown-runtime-Ab_1.js";import{a as t}from"./first.js";'
  const appCode = (code: string) => rewritten('ferry-without-helper-file', code)

  it('imports only the other files', () => {
    expect(appCode(`${imports}var n=e({});export{n as t}`)).toBe(
      'import{a as t}from"./first.js";var n={};export{n as t}',
    )
  })

  it.each(['var n=e({a:()=>t});', 'var n=e({}),m=e({});', ''])('fails the build with %s', (use) => {
    expect(() => appCode(`${imports}${use}`)).toThrow('uses its helper otherwise')
  })

  it('fails the build without the import', () => {
    expect(() => appCode('var n=e({});')).toThrow('uses its helper otherwise')
  })
})

test('writes characters outside of ASCII as escapes with the same value', () => {
  const code = '["’é", `😀−`, /^[а-я😀]$/u.test("😀")]'
  const escaped = rewritten('ferry-with-escapes', code)
  expect(escaped).toMatch(/^[\0-\x7f]*$/)
  const read = (text: string): unknown => runInNewContext(text)
  expect(read(escaped)).toEqual(read(code))
})

test('fails the build with a backslash in front of such a character', () => {
  expect(() => rewritten('ferry-with-escapes', '/\\é/')).toThrow('by a backslash')
})
