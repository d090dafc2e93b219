import { describe, expect, it } from 'vitest'
import { packedSources, placesOf } from './source-files.ts'

describe('X1: other extensions', () => {
  it('are listened to nowhere', () => {
    expect(placesOf(/on(Message|Connect)External/, packedSources)).toEqual([])
  })
})

describe('X5: pages', () => {
  it('get nothing of ours into their document: no element, no shadow, no style', () => {
    const inPages = packedSources.filter(({ path }) =>
      /^(lib\/(sites|wallet\/page)\/|entrypoints\/[^/]*content\.ts)/.test(path),
    )
    expect(inPages.length).toBeGreaterThan(3)
    const marks =
      /attachShadow|createElement|\.append(Child)?\(|insertBefore|replaceWith|adoptedStyleSheets|\.cssText/
    expect(placesOf(marks, inPages)).toEqual([])
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
