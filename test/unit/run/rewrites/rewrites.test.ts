import { expect, test } from 'vitest'
import { rewrites } from '../../../run/rewrites/rewrites.ts'

const page =
  '<html><head></head><body><div id="root"></div><script type="module" src="/a.js"></script></body></html>'

/** What is left of a page by the rewrite that puts the frame into it. */
function framed(html: string): unknown {
  const hook = rewrites.find(({ name }) => name === 'ferry-with-frame')?.transformIndexHtml
  if (typeof hook !== 'object') throw new Error('no page is rewritten')
  // Only the bundle is read of the context.
  return Reflect.apply(hook.handler, undefined, [html, { bundle: { 'chunks/app-$&.js': {} } }])
}

test('a page gets the frame, and the name of the App as it is', () => {
  const html = framed(page)
  expect(html).toContain('<link rel="modulepreload" href="/chunks/app-$&.js"></head>')
  expect(html).toContain('<script type="module" blocking="render" src="/a.js">')
})

test.each(['<div id="root"></div>', '<script type="module"', '</head>'])(
  'a page without %s is not built',
  (place) => {
    expect(() => framed(page.replace(place, ''))).toThrow(place)
  },
)
