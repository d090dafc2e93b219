import { afterEach, expect, it, vi } from 'vitest'
import { viewBrowser } from '../../../lib/platform/view-browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is `chrome` before Chrome 148, and `browser` where it exists', () => {
  const [old, common] = [{ runtime: { id: 'chrome' } }, { runtime: { id: 'browser' } }]
  vi.stubGlobal('chrome', old)
  expect(viewBrowser()).toBe(old)
  vi.stubGlobal('browser', common)
  expect(viewBrowser()).toBe(common)
})

it('throws if the browser does not run Ferry, so that nothing is drawn', () => {
  vi.stubGlobal('chrome', undefined)
  vi.stubGlobal('browser', undefined)
  expect(viewBrowser).toThrow('no extension API')
})
