import { describe, expect, it, test } from 'vitest'
import { rewrites } from '../../../run/rewrites/rewrites.ts'

const page =
  '<html><head></head><body><div id="root"></div><script type="module" src="/a.js"></script></body></html>'

/** Applies the rewrite that puts the frame into a page. */
function framed(html: string): unknown {
  const hook = rewrites.find(({ name }) => name === 'ferry-with-frame')?.transformIndexHtml
  if (typeof hook !== 'object') throw new Error('no page is rewritten')
  // The rewrite reads only `bundle` of its context.
  return Reflect.apply(hook.handler, undefined, [html, { bundle: { 'chunks/app-$&.js': {} } }])
}

test("puts the frame and the App's file name into a page", () => {
  const html = framed(page)
  expect(html).toContain('<link rel="modulepreload" href="/chunks/app-$&.js"></head>')
  expect(html).toContain('<script type="module" blocking="render" src="/a.js">')
})

test.each(['<div id="root"></div>', '<script type="module"', '</head>'])(
  'refuses to build a page without %s',
  (place) => {
    expect(() => framed(page.replace(place, ''))).toThrow(place)
  },
)

describe("the App's script without its helper", () => {
  const imports = 'import{t as e}from"./rolldown-runtime-Ab_1.js";import{a as t}from"./first.js";'

  function appCode(code: string): string {
    const hook = rewrites.find(({ name }) => name === 'ferry-without-helper-file')?.generateBundle
    if (typeof hook !== 'function') throw new Error('no helper is removed')
    const app = { type: 'chunk', name: 'app', fileName: 'app.js', code }
    // The rewrite reads only the bundle.
    Reflect.apply(hook, undefined, [null, { 'app.js': app }])
    return app.code
  }

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
