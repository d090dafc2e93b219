import { describe, expect, it } from 'vitest'
import { contentScripts, findPackages, sourcesInPages } from './import-graph.ts'
import { placesOf } from './source-files.ts'

describe('scripts in pages (X5)', () => {
  it('are the two content scripts and everything they import', () => {
    expect(contentScripts).toEqual(['entrypoints/content.ts', 'entrypoints/provider.content.ts'])
    const paths = sourcesInPages.map(({ path }) => path)
    // One file per side: the page's own scripts, and the relay to the background.
    expect(paths).toContain('lib/sites/start-page.ts')
    expect(paths).toContain('lib/sites/page-relay.ts')
  })

  it('bring no package but wxt', () => {
    const packages = contentScripts.flatMap((path) => [...findPackages(path).keys()])
    expect([...new Set(packages)].filter((name) => name !== 'wxt')).toEqual([])
  })

  it('add no element, shadow root or style to the document', () => {
    const marks =
      /attachShadow|createElement|\.append(Child)?\(|insertBefore|replaceWith|adoptedStyleSheets|\.cssText/
    expect(placesOf(marks, sourcesInPages)).toEqual([])
  })

  it('share no object with the page and set no handler on one', () => {
    expect(placesOf(/wrappedJSObject|\.on[a-z]+\s*=[^=]/, sourcesInPages)).toEqual([])
  })
})
