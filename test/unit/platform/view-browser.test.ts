import { afterEach, expect, it, vi } from 'vitest'
import { viewBrowser } from '../../../lib/platform/view-browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is what the browser calls it: `chrome` alone before Chrome 148, `browser` where there is one', () => {
  const [old, common] = [{ runtime: { id: 'chrome' } }, { runtime: { id: 'browser' } }]
  vi.stubGlobal('chrome', old)
  expect(viewBrowser()).toBe(old)
  vi.stubGlobal('browser', common)
  expect(viewBrowser()).toBe(common)
})

it('throws where the browser keeps Ferry out, so that nothing is drawn', () => {
  vi.stubGlobal('chrome', undefined)
  vi.stubGlobal('browser', undefined)
  expect(viewBrowser).toThrow('no extension API')
})
