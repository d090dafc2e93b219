import { describe, expect, it } from 'vitest'
import { contentScripts, sourcesInPages } from './import-graph.ts'
import { packedSources, placesOf } from './source-files.ts'

describe('X1: other extensions', () => {
  it('are listened to nowhere', () => {
    expect(placesOf(/on(Message|Connect)External/, packedSources)).toEqual([])
  })
})

describe('X5: pages', () => {
  it('run what the content scripts import, wherever it stands', () => {
    const paths = sourcesInPages.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining([...contentScripts]))
    // One of each side: what serves the page's own scripts, and what speaks to the background.
    expect(paths).toContain('lib/sites/start-page.ts')
    expect(paths).toContain('lib/wallet/connectors/wallet-relay.ts')
  })

  it('get nothing of ours into their document: no element, no shadow, no style', () => {
    const marks =
      /attachShadow|createElement|\.append(Child)?\(|insertBefore|replaceWith|adoptedStyleSheets|\.cssText/
    expect(placesOf(marks, sourcesInPages)).toEqual([])
  })
})

describe('DEP1: a dependency that turns bad', () => {
  it('finds no other way to the network than the places that use it', () => {
    const doors = placesOf(
      /(?<![.\w])(ports\.)?fetch\(|\bnew WebSocket\(|XMLHttpRequest|sendBeacon|EventSource/,
      packedSources,
    )
    const files = [...new Set(doors.map((place) => place.split(':')[0]))].sort()
    expect(files).toEqual([
      'entrypoints/background/browser-ports.ts',
      'lib/chain/rpc.ts',
      'lib/service/transport.ts',
      'lib/tokens/images.ts',
    ])
  })
})
