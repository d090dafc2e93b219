import { expect, test } from 'vitest'
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
